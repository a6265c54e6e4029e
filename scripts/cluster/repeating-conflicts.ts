/** Repeats what another client gets in the way of. */
import { setTimeout as sleep } from "node:timers/promises";
import { isApiError } from "../core/model/api-server.js";

/** Attempts for an object that other clients change all the time. */
export const MOST_ATTEMPTS = 20;
/** Longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 1000;

/** Repeats an action while its object changes between its read and its write, which the API server answers with 409. */
export async function repeatingConflicts<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      // Something else, such as a webhook that denies the request, can have the same status code.
      if (!isApiError(error, 409) || error.reason !== "Conflict" || attempt === MOST_ATTEMPTS) throw error;
      await sleep(Math.min(LONGEST_PAUSE, 10 * 2 ** attempt));
    }
  }
}
