/** States why a definition cannot convert an object. */
import { pathInWords } from "../../core/shape.js";
import type { ConversionObstacle } from "./convert.js";

export function obstacleInWords(obstacle: ConversionObstacle): string {
  const path = pathInWords(obstacle.path);
  switch (obstacle.kind) {
    case "both":
      return `${path} and ${pathInWords(obstacle.other)} are both set, but one of them replaces the other`;
    case "required":
      return obstacle.problem === undefined ? `${path} must be set` : `${path} ${obstacle.problem}`;
    case "differ":
      return `${path} and ${pathInWords(obstacle.other)} differ, but have only one place, that of ${JSON.stringify(obstacle.key)}`;
    case "too-large":
      return "the parts that have no place are too large for an annotation";
  }
}
