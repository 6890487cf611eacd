import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'bun:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Programs that verify answers and know nothing of this repository. */

const DOCS = join(import.meta.dir, '..', '..', 'docs')
const PAGE = await Bun.file(join(DOCS, 'verifying.md')).text()

/** The blocks of code of one kind on the page on verifying. */
export const blocksOfPage = (kind: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)\\n\`\`\`$`, 'gms'))].map((match) => match[1]!)

/** A program that stands beside that page. */
export const programOfDocs = (name: string): string => join(DOCS, 'verifying', name)

/** Faults of each answer, by its name; `undefined` for one that is whole. */
export type Judgement = Readonly<Record<string, string | undefined>>

/** Runs one program on answers in JSON, by the names that its lines will have. */
export type Verifier = (pubkey: unknown, answers: Readonly<Record<string, string | Uint8Array>>) => Judgement

const LINE = /^(?:ok {4}|FAIL {2})(.*?)(?:: (.*))?$/

/** @param command without key and files */
export const verifierIn =
  (folder: string, command: readonly string[]): Verifier =>
  (pubkey, answers) => {
    for (const [name, text] of Object.entries(answers)) writeFileSync(join(folder, name), text)
    const { exitCode, stdout, stderr } = Bun.spawnSync([...command, String(pubkey), ...Object.keys(answers)], {
      cwd: folder,
    })
    expect(String(stderr)).toBe('')
    const lines = String(stdout).trimEnd().split('\n')
    const said = Object.fromEntries(lines.map((line) => LINE.exec(line)!.slice(1))) as Judgement
    expect(exitCode).toBe(Object.values(said).some(Boolean) ? 1 : 0)
    return said
  }

/** Answers as JSON writes them. */
export const written = (answers: Readonly<Record<string, object>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(answers).map(([name, body]) => [name, JSON.stringify(body)]))

/** The same signature with n - s in place of s: as valid to the curve, and another text. */
export const withHighS = (signature: string): string => {
  const { r, s } = secp256k1.Signature.fromBytes(Buffer.from(signature, 'base64'), 'der')
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s))
  return Buffer.from(high.toBytes('der')).toString('base64')
}
