/** Whether GitHub takes us for the app: asked at the start, when somebody looks. */
import type { Clients } from "./clients.ts";

/** GitHub may be away when we start; webhooks are taken all the same. */
const PATIENCE_MS = 5_000;

/**
 * @returns why GitHub refuses the app's credentials, in words; null when it takes them or does not answer in time
 */
export async function refusedCredentials({ ourselves }: Pick<Clients, "ourselves">): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const asked = ourselves().then(() => null, refusalOf);
  const refusal = await Promise.race([asked, patience]);
  clearTimeout(timer);
  return refusal;
}

function refusalOf(error: unknown): string | null {
  const { status } = (error ?? {}) as { status?: number };
  // 404: no app has that number; 401: the key is not that app's.
  if (status === 404)
    return "GitHub knows no app of this APP_ID: it is the number on the app's settings page";
  if (status === 401)
    return "GitHub refuses PRIVATE_KEY for this APP_ID: generate a new key on the app's settings page, and see that this machine's clock is right";
  return null;
}
