// The practice positions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { file, practice } from '../../tools/practice.mjs';

test('the practice positions are those of testdata/steps.txt', () => {
  assert.equal(readFileSync(file, 'utf8'), practice(), 'to update them: node web/tools/practice.mjs');
});
