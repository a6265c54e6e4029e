/** Consumers for tests. */
import { readConsumer } from "../../scripts/core/config/consumers.js";
import type { Consumer } from "../../scripts/core/model/consumer.js";
import type { Placed } from "../../scripts/core/model/policy.js";

/** Returns the consumer in a file, which must have no mistakes. */
export function consumerIn(text: string, path = "consumer.yaml"): Placed<Consumer> {
  const read = readConsumer({ path, text });
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
}
