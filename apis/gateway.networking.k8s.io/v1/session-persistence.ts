/*
 * Session persistence: the requests of one client keep going to one endpoint.
 */

import type { Duration } from "./scalars.js";

/**
 * How long the client keeps a cookie.
 *
 * @experimental
 */
export type CookieLifetimeType =
  /** Until `absoluteTimeout` has passed, also after the client has been closed. */
  | "Permanent"
  /** Until the client is closed. */
  | "Session";

/**
 * Settings of the cookie that carries a session.
 *
 * @experimental
 */
export interface CookieConfig {
  /**
   * How long the client keeps the cookie. Permanent needs `absoluteTimeout`.
   *
   * @default `"Session"`
   */
  lifetimeType?: CookieLifetimeType;
}

/**
 * How a client and its requests are recognised as a session.
 *
 * @experimental
 */
export type SessionPersistenceType =
  /** A cookie, which HTTP clients send back on their own. */
  | "Cookie"
  /** A header, which the client has to send back itself. */
  | "Header";

/**
 * How the requests of one client are kept on one endpoint.
 *
 * @experimental
 * @validation `!has(self.cookieConfig) || self.type == "Cookie"` Remove cookieConfig, or set type to Cookie.
 * @validation
 * ```
 * !has(self.cookieConfig) || self.cookieConfig.lifetimeType != "Permanent" || has(self.absoluteTimeout)
 * ```
 * Set absoluteTimeout: a Permanent cookie needs an end.
 */
export interface SessionPersistence {
  /**
   * Name of the cookie or header that carries the session. The implementation chooses one when absent. Two rules that
   * serve the same clients need two names.
   *
   * @maxLength 128
   */
  sessionName?: string;
  /** Time from its first request after which a session ends, however busy it is. No such end when absent. */
  absoluteTimeout?: Duration;
  /**
   * What carries the session between client and gateway.
   *
   * @default `"Cookie"`
   */
  type?: SessionPersistenceType;
  /** Settings of the cookie, for type Cookie alone. */
  cookieConfig?: CookieConfig;
}
