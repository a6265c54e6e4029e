/** Tests of the laws of conversions, for each definition of Gateway API and objects of the release after its change. */
import { gatewayLaws } from "./gateway-laws.js";

const laws = gatewayLaws("new");

laws.run();
