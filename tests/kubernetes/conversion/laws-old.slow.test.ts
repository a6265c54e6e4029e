/** Tests of the laws of conversions, for each definition of Gateway API and objects of the release before its change. */
import { gatewayLaws } from "./gateway-laws.js";

const laws = gatewayLaws("old");

laws.run();
