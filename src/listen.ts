import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";

export interface Listener {
  /** Without a slash at the end. */
  url: string;
  /** Takes no new connections and waits for those that run. */
  close(): Promise<void>;
}

/**
 * @param port 0 for any free one
 * @throws Error saying what to do when the port is taken
 */
export async function listen(routes: Hono, host: string, port: number): Promise<Listener> {
  const server = createAdaptorServer({ fetch: routes.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeIdleConnections" in server) server.closeIdleConnections();
      }),
  };
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") return new Error(`port ${port} is taken: set PORT to another one`);
  if (error.code === "EACCES")
    return new Error(`port ${port} may not be opened by this user: set PORT to one above 1023`);
  return error;
}
