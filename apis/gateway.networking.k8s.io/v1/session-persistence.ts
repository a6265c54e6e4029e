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
   * The client keeps the cookie until `sessionPersistence.absoluteTimeout` expires, even if the browser is closed. This
   * timeout must be set.
   */
  | "Permanent"
  /**
   * The client deletes the cookie at the end of the browser session. If `sessionPersistence.absoluteTimeout` is set,
   * the gateway enforces this timeout.
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
 * Mechanism for identifying the session that a request belongs to.
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
   * Name of the session. Implementations can use this name for the cookie or header that identifies the session. Use a
   * different name for each session persistence configuration; otherwise, requests could be rejected or routed
   * unpredictably. If omitted, the implementation should generate a unique name.
   *
   * @maxLength 128
   */
  sessionName?: string;
  /**
   * Maximum lifetime of a session. After this time, the session is invalid, even if it is still in use. Required if
   * `cookieConfig.lifetimeType` is `Permanent`. If omitted, sessions have no maximum lifetime.
   */
  absoluteTimeout?: Duration;
  /**
   * Mechanism for identifying the session that a request belongs to.
   *
   * @default `"Cookie"`
   */
  type?: SessionPersistenceType;
  /**
   * Settings for the cookie that identifies a session. Must be omitted unless `type` is `Cookie`. If omitted and `type`
   * is `Cookie`, the client deletes the cookie at the end of the browser session.
   */
  cookieConfig?: CookieConfig;
}
