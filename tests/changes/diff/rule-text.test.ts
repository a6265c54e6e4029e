/** Tests of the text of rules in changes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ruleText } from "../../../scripts/changes/diff/rules/text.js";

const texts = suite("text of rules");

for (const [rule, text] of [
  ["self.a\n  ==\t1", "self.a == 1"],
  ["self.s == 'a  b'  &&\n true", "self.s == 'a  b' && true"],
  ["self.s == '''a\n b'''  || self.s == \"💩  \"", "self.s == '''a\n b''' || self.s == \"💩  \""],
  ["self.s == r'\\'  &&  self.t == ' // x'", "self.s == r'\\' && self.t == ' // x'"],
  ["true // first\n  && false // last", "true && false "],
  ["\n true\n", " true "],
  ["self.s == 'a  b", "self.s == 'a  b"],
] as const) {
  texts(JSON.stringify(rule), () => assert.is(ruleText(rule), text));
}

texts.run();
