/** One course: a dish with what goes with it. */
export interface Course {
  /** The name of the dish. */
  dish: string;
  /** What goes with it, by the side of the plate. */
  sides?: Record<string, Side[]>;
}

/** Something small beside a dish. */
export interface Side {
  /** What it is called. */
  name: string;
  /** A whole course of its own, for large appetites. */
  course?: Partial<Course>;
}
