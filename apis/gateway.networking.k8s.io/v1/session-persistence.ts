/*
 * Session persistence: requests of the same session go to the same endpoint.
 */

import type { Duration } from "./scalars.js";

/**
 * Lifetime of a cookie.
 *
 * @experimental
 */
export type CookieLifetimeType =
  /**
   * The client keeps the cookie until `absoluteTimeout` expires, even if the browser is closed. Requires
   * `absoluteTimeout`.
   */
  | "Permanent"
  /**
   * The client deletes the cookie at the end of its browser session. If `absoluteTimeout` is set, the gateway enforces
   * it.
   */
  | "Session";

/**
 * Settings of the cookie that identifies a session.
 *
 * @experimental
 */
export interface CookieConfig {
  /**
   * Lifetime of the cookie in the client.
   *
   * @default `"Session"`
   */
  lifetimeType?: CookieLifetimeType;
}

/**
 * Mechanism that identifies sessions.
 *
 * @experimental
 */
export type SessionPersistenceType =
  /** Uses a cookie, which browsers send back automatically. */
  | "Cookie"
  /** Uses a header, which the client must send back itself. */
  | "Header";

/**
 * Session persistence: requests of the same session go to the same endpoint.
 *
 * @experimental
 * @validation `!has(self.cookieConfig) || self.type == "Cookie"` `cookieConfig` may not be set unless `type` is
 *   'Cookie'
 * @validation
 * ```
 * !has(self.cookieConfig) || self.cookieConfig.lifetimeType != "Permanent" || has(self.absoluteTimeout)
 * ```
 * `absoluteTimeout` must be set if `cookieConfig.lifetimeType` is 'Permanent'
 */
export interface SessionPersistence {
  /**
   * Name of the session, which implementations can use as the name of the cookie or header. Avoid reusing a name,
   * because requests could be rejected or routed unpredictably. If omitted, the implementation should generate a unique
   * name.
   *
   * @maxLength 128
   */
  sessionName?: string;
  /**
   * Time after which a session ends, even if it is still in use. Required if `cookieConfig.lifetimeType` is
   * `Permanent`. If omitted, sessions have no absolute timeout.
   */
  absoluteTimeout?: Duration;
  /**
   * Mechanism that identifies sessions.
   *
   * @default `"Cookie"`
   */
  type?: SessionPersistenceType;
  /** Settings of the cookie. May be set only for type `Cookie`. If omitted, the lifetime of the cookie is `Session`. */
  cookieConfig?: CookieConfig;
}
