/** Tests of the branches of Go code that append an error. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { errorBranches } from "./branches.js";

const branches = suite("apiserver/verdicts/branches");

const SOURCE = `package a

func (v *value) checkName(path *field.Path) {
	if v.name == "" {
		errs = append(errs, field.Required(path, ""))
	}
	for _, cause := range causes { errs = append(errs, field.Invalid(path, v, cause)) }
}
`;

const PROFILE = `mode: set
k8s.io/a/pkg/b/c.go:3.45,4.18 2 1
k8s.io/a/pkg/b/c.go:4.18,6.3 1 0
k8s.io/a/pkg/b/c.go:7.2,7.31 1 1
k8s.io/a/pkg/b/c.go:7.31,7.88 1 1
`;

branches("each has its place, its function, and the coverage of its block", () => {
  const found = errorBranches(PROFILE, () => SOURCE);
  assert.equal(
    found.map(({ place, name, isReached }) => [place, name, isReached]),
    [
      ["b/c.go:5", "checkName", false],
      ["b/c.go:7", "checkName", true],
    ],
  );
});

branches.run();
