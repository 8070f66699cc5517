import { Hono } from "hono";
import { z } from "zod";
import { notFound } from "../errors.ts";
import type { Delivery } from "../model.ts";
import type { State } from "../state.ts";
import type { Webhooks } from "../webhooks.ts";
import { requireApp } from "./app.ts";
import { oneOf } from "./issues.ts";
import { paginateByCursor } from "./pagination.ts";
import { type Env, numberParam, readBody } from "./request.ts";

/** The app's webhook deliveries: list, look, send again. One not yet sent is not listed. */
export function deliveryRoutes(state: State, webhooks: Webhooks): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/app/hook/deliveries", (c) => {
    requireApp(c);
    const status = oneOf(c, "status", ["", "success", "failure"]);
    const done = state.deliveries.all().filter((it) => it.outcome !== null);
    const wanted = done.filter((it) => status === "" || isSuccess(it) === (status === "success"));
    const page = paginateByCursor(c, state.url, wanted.reverse());
    return c.json(page.map((it) => deliveryItem(it)));
  });
  routes.get("/app/hook/deliveries/:id", (c) => {
    requireApp(c);
    const delivery = state.deliveries.get(numberParam(c, "id"));
    if (!delivery?.outcome) throw notFound();
    const { url, requestHeaders, responseHeaders, responseBody } = delivery.outcome;
    return c.json({
      ...deliveryItem(delivery),
      url,
      request: { headers: requestHeaders, payload: JSON.parse(delivery.body) as Record<string, unknown> },
      response: { headers: responseHeaders, payload: responseBody },
    });
  });
  routes.post("/app/hook/deliveries/:id/attempts", async (c) => {
    requireApp(c);
    await readBody(c, z.object({}));
    const id = numberParam(c, "id");
    if (!state.deliveries.get(id)?.outcome) throw notFound();
    webhooks.redeliver(id);
    return c.json({}, 202);
  });
  return routes;
}

/** GitHub counts 2xx as success. */
export function isSuccess(delivery: Delivery): boolean {
  const code = delivery.outcome?.statusCode ?? 0;
  return code >= 200 && code < 300;
}

function deliveryItem(delivery: Delivery) {
  const outcome = delivery.outcome!;
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: outcome.deliveredAt,
    redelivery: delivery.redelivery,
    duration: outcome.duration,
    status: outcome.status,
    status_code: outcome.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installation,
    repository_id: delivery.repository,
    throttled_at: null,
  };
}
