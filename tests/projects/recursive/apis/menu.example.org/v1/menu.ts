import type { ObjectMeta } from "../../meta/v1.js";
import type { Course } from "./course.js";

/** What a kitchen serves, course by course. */
export interface Menu {
  apiVersion: "menu.example.org/v1";
  kind: "Menu";
  metadata: ObjectMeta;
  /** What is served. */
  spec: {
    /** The courses, in the order they are served. */
    courses: Course[];
    /** What to serve instead, where something has run out. */
    instead?: Substitute;
  };
}

/** A dish, and what takes its place. */
interface Substitute {
  /** The name of the dish. */
  dish: string;
  /** What to serve where this one has run out too. */
  next?: Substitute | null;
}
