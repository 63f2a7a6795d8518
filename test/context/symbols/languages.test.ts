import { describe, expect, test } from 'vitest';
import { LANGUAGES, languageOf } from '../../../src/context/languages/languages.ts';
import { createTagReader } from '../../../src/context/symbols/tag-reader.ts';

/** One file of each language, by its name: what it defines, the signatures, and what it imports. */
const SAMPLES: Readonly<Record<string, string>> = {
  'a.ts': `import { q as r } from './foo';
export * from './all.js';
/** class NotThis {} */
export abstract class A<T> extends B<T> implements C {
  private x = 1;
  constructor(readonly y: D) {}
  m(a: E = 'secret', b = \`x\${q}\`): F { function inner() {} return this.n(a); }
  abstract q(): void;
}
export interface I extends J { k(a: string): L }
export type T1 = U | 'literal';
export enum En { A }
export const f = async (a: X): Promise<Y> => g(a);
export const K: Z = 'key-1234567890';
export function h(a: string): void;
export function h(a: unknown): void {}
const loaded = require('./cjs');
declare const G: number;
`,
  'a.tsx': 'export const View = ({ a }: Props) => <Box x={a}>text of Words</Box>;\n',
  'a.js': `const { b } = require('./y');
module.exports = { name, f(a) {} };
exports.h = function (x) {};
class A extends B { m() {} #p() {} }
function* gen() {}
`,
  'a.py': `from a.b import c as d, e
from . import f
from ..g import *
import h.i as j
X: int = 3
@deco
class A(B, metaclass=M):
    """class NotThis: pass"""
    z = 1
    async def m(self, a: T = "secret") -> U:
        def inner(): pass
def g(): pass
`,
  'a.go': `package p
import (
  x "a/b"
)
type A struct { B; c C }
type I interface { M(a int) D }
type F func()
func (a *A) M(b int) (D, error) { return x.X(b) }
func G[T any]() {}
const K = "secret"
var V = W{a: 1}
`,
  'a.rs': `use crate::a::b::{c, d as e};
pub struct A<T> { b: C }
impl<T> D for A<T> { fn f(&self) -> E { self.g(); } }
pub trait Tr { fn x(&self); }
enum En { V }
const K: u8 = 1;
type Al = B;
macro_rules! mm { () => {} }
fn ff() {}
`,
  'a.java': `package a.b;
import c.d.E;
import static f.G.h;
import i.j.*;
public abstract class A<T> extends B implements C {
  public static final String K = "secret";
  private int field;
  A(int x) {}
  @Override public D m(E e) throws F { return x.n("s"); }
  enum En { V }
}
interface I { void q(); }
record R(int a) {}
`,
  'a.rb': `require 'a/b'
require_relative 'c'
module M
  class A < B
    K = 1
    def m?(x); y.q; end
    def self.s; end
  end
end
`,
  'a.c': `#include "a.h"
#include <stdio.h>
#define MAC(x) x
typedef struct foo { int x; } foo_t;
struct bar { int y; };
enum E { V };
static int f(int a, char *s) { return g(a); }
char *h(void) { return "secret"; }
char **hh(void) { return 0; }
int declared(int);
struct bar table = { 1 };
`,
  'a.cpp': `namespace N {
class A : public B { public: A(); void m(int x) const { n(); } virtual void w() = 0; };
void A::q() {}
template <class T> T tf(T a) { return a; }
const B &ref() { return b; }
using Al = B;
}
`,
  'a.cs': `using A.B;
namespace N.M {
  public class C<T> : D, IE {
    public F P { get; set; }
    public async G M1(H h) => h.I();
    void Lm() { J("secret"); }
  }
  interface II { void q(); }
  struct S {}
  record R(int A);
  enum En { V }
  delegate void Dl();
}
`,
  'a.php': `<?php
namespace A\\B;
use C\\D as E;
require_once "x.php";
abstract class F extends G implements H { const K = 1; public function m(I $i): J { return $this->n("s"); } }
interface L {}
trait T2 {}
enum En {}
function f($x) { g(); }
`,
  'a.sh': `source "$DIR/a.sh"
. b.sh
K=1
f() { g "secret" $K; }
function h { echo; }
`,
};

const reader = createTagReader();

async function describeFile(path: string, text: string): Promise<string> {
  const language = languageOf(path);
  const tags = language && (await reader.read(language, text));
  if (tags === undefined) throw new Error(`${path} was not read.`);
  const lines = tags.definitions.map(
    ({ line, kind, within, name, signature }) =>
      `${line} ${kind} ${within === '' ? '' : `${within}.`}${name} | ${signature}`,
  );
  return [`${path} imports ${tags.imports.join(' ')}`, ...lines, ''].join('\n');
}

describe('the definitions of a file', () => {
  test('are found in every language, with their signatures and imports', async () => {
    const parts: string[] = [];
    for (const [path, text] of Object.entries(SAMPLES)) parts.push(await describeFile(path, text));
    await expect(parts.join('\n')).toMatchFileSnapshot('../../fixtures/context/languages.out');
  });

  test('have a sample for every language', () => {
    const sampled = new Set(Object.keys(SAMPLES).map((path) => languageOf(path)?.name));
    expect(LANGUAGES.map(({ name }) => name).filter((name) => !sampled.has(name))).toEqual([]);
  });

  test('hold no content of a string', async () => {
    for (const [path, text] of Object.entries(SAMPLES)) {
      expect(await describeFile(path, text)).not.toMatch(/secret|key-1234567890/);
    }
  });

  test('are read on after a syntax error', async () => {
    expect(await describeFile('a.ts', 'export class A {}\nfunction ( {{{\nexport class B {}\n')).toContain(
      'class A',
    );
  });

  test('count no word of a comment or string as a reference', async () => {
    const language = LANGUAGES[0];
    const tags =
      language && (await reader.read(language, '// Alpha\nconst a = "Beta" + Gamma.delta; /* Epsilon */'));
    expect([...(tags?.names.keys() ?? [])]).toEqual(['const', 'a', 'Gamma']);
    expect([...(tags?.members.keys() ?? [])]).toEqual(['delta']);
  });
});
