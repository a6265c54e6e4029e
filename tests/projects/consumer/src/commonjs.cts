/** A module of the older kind takes the types as well, and no more of them. */
import type { HTTPRoute } from "gateway-api-types/standard";

export type Rules = NonNullable<HTTPRoute["spec"]["rules"]>;
export type Backoff = NonNullable<Rules[number]["retry"]>; // expect: TS2339
