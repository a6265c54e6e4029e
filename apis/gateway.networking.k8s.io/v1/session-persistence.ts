/*
 * Session persistence: requests in the same session are sent to the same endpoint.
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
   * `absoluteTimeout` to be set.
   */
  | "Permanent"
  /**
   * The client deletes the cookie at the end of the browser session. If `absoluteTimeout` is set, the gateway enforces
   * the timeout.
   */
  | "Session";

/**
 * Settings for the cookie that identifies a session.
 *
 * @experimental
 */
export interface CookieConfig {
  /**
   * Lifetime of the cookie that identifies the session.
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
  /** Uses a cookie, which browsers automatically include in subsequent requests. */
  | "Cookie"
  /** Uses a header, which the client must include in subsequent requests. */
  | "Header";

/**
 * Session persistence: requests in the same session are sent to the same endpoint.
 *
 * @experimental
 * @validation `!has(self.cookieConfig) || self.type == "Cookie"` unless `type` is 'Cookie', `cookieConfig` must be
 *   omitted
 * @validation
 * ```
 * !has(self.cookieConfig) || self.cookieConfig.lifetimeType != "Permanent" || has(self.absoluteTimeout)
 * ```
 * if `cookieConfig.lifetimeType` is 'Permanent', `absoluteTimeout` must be set
 */
export interface SessionPersistence {
  /**
   * Name of the persistent session, which implementations can use as the name of the cookie or header. Do not reuse
   * session names, because requests could be rejected or routed unpredictably. If omitted, the implementation should
   * generate a unique name.
   *
   * @maxLength 128
   */
  sessionName?: string;
  /**
   * Time after which a session becomes invalid, even if the session is still in use. Required if
   * `cookieConfig.lifetimeType` is `Permanent`. If omitted, sessions have no absolute timeout.
   */
  absoluteTimeout?: Duration;
  /**
   * Mechanism that identifies sessions.
   *
   * @default `"Cookie"`
   */
  type?: SessionPersistenceType;
  /**
   * Settings for the cookie that identifies a session. Must be omitted unless `type` is `Cookie`. If omitted, the
   * lifetime of the cookie is `Session`.
   */
  cookieConfig?: CookieConfig;
}
