/** GitHub answers 404 now and then for what is there; what is not there stays so. */

const LOOKS = 4;

/** @returns null when each of `looks` looks says 404 @throws what else the call throws */
export async function unlessMissing<T>(call: () => Promise<T>, looks = LOOKS): Promise<T | null> {
  for (let look = 1; ; look += 1) {
    try {
      return await call();
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
      if (look === looks) return null;
    }
  }
}
