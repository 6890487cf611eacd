import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertRecorded, createKeys, loadKeys } from '../../../src/actors/publisher/keys.ts'
import { BadKeys } from '../../../src/actors/secret-file.ts'
import { digest } from '../../../src/canonical/digest.ts'
import { verifySignature } from '../../../src/canonical/verify-signature.ts'
import { RAILS, SCHEME_OF } from '../../../src/canonical/snapshot.ts'
import { seededRandom } from '../../support/still.ts'

const root = mkdtempSync(join(tmpdir(), 'claros-keys-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0
const made = (seed = 1): string => {
  const folder = join(root, String(folders++), 'keys')
  createKeys(folder, seededRandom(seed))
  return folder
}
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const L402 = 'l402.secp256k1.key'
const X402 = 'x402.ed25519.key'

/** What the operator is told. Fails when there is nothing to tell, or in any other way. */
const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (problem) {
    if (problem instanceof BadKeys) return problem.message
    throw problem
  }
  throw new Error('not refused')
}

describe('a first start', () => {
  test('makes one file per rail that nobody else can read, in a folder that nobody else can enter', () => {
    const folder = made()
    expect(readdirSync(folder).toSorted()).toEqual([L402, X402])
    expect([modeOf(folder), modeOf(join(folder, L402)), modeOf(join(folder, X402))]).toEqual(['700', '600', '600'])
    for (const file of [L402, X402]) expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  })

  test('says what it made; a second one makes nothing and leaves the keys as they are', () => {
    const folder = join(root, 'twice')
    expect(createKeys(folder, seededRandom(1))).toEqual([join(folder, L402), join(folder, X402)])
    const before = loadKeys(folder)
    expect(createKeys(folder, seededRandom(2))).toEqual([])
    expect(loadKeys(folder).l402.publicKey).toBe(before.l402.publicKey)
  })

  test('draws a different key for each rail and each folder', () => {
    const keys = [made(1), made(2)].flatMap((folder) =>
      [L402, X402].map((file) => readFileSync(join(folder, file), 'utf8')),
    )
    expect(new Set(keys).size).toBe(4)
  })

  test('closes a folder that was open', () => {
    const folder = made()
    chmodSync(folder, 0o755)
    createKeys(folder, seededRandom(1))
    expect(modeOf(folder)).toBe('700')
  })
})

describe('loaded keys', () => {
  test('sign by the scheme of their rail, and give nothing but their public keys away', () => {
    const folder = made()
    const keys = loadKeys(folder)
    for (const rail of RAILS) {
      const { scheme, publicKey } = keys[rail]
      expect(scheme).toBe(SCHEME_OF[rail])
      expect(verifySignature(scheme, digest('x'), keys[rail].sign(digest('x')), publicKey)).toBe(true)
      expect(JSON.stringify(keys[rail])).toBe(JSON.stringify({ scheme, publicKey }))
    }
  })

  test('sign with the library that was picked', () => {
    const keys = loadKeys(made(), () => new Uint8Array([1, 2, 3]))
    expect(keys.l402.sign(digest('x'))).toBe('AQID')
  })
})

describe('a key folder is refused, in one sentence that says what to do', () => {
  test('when a key is missing', () => {
    const folder = made()
    unlinkSync(join(folder, X402))
    expect(refusal(() => loadKeys(folder))).toBe(
      `${join(folder, X402)} is missing. Start with "npm start" once to create keys, or set KEYS_DIR.`,
    )
  })

  test('when one of two keys is missing: a half-lost folder is not completed', () => {
    const folder = made()
    unlinkSync(join(folder, L402))
    expect(refusal(() => createKeys(folder, seededRandom(9)))).toContain('Restore it from your backup.')
    expect(readdirSync(folder)).toEqual([X402])
  })

  test.each([0o640, 0o604, 0o660, 0o620])('when others may touch a key (mode %o)', (mode) => {
    const folder = made()
    const path = join(folder, L402)
    chmodSync(path, mode)
    expect(refusal(() => loadKeys(folder))).toBe(
      `${path} can be read by others (mode ${mode.toString(8)}). Run: chmod 600 ${path}`,
    )
  })

  test.each(['', 'zz'.repeat(32), 'ab'.repeat(31), 'ab'.repeat(33), 'AB'.repeat(32), `0x${'ab'.repeat(31)}`])(
    'when a file holds no 64 hex digits: %j',
    (text) => {
      const folder = made()
      writeFileSync(join(folder, X402), text)
      expect(refusal(() => loadKeys(folder))).toContain('does not hold 64 hex digits')
    },
  )

  test.each(['00'.repeat(32), 'ff'.repeat(32), 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'])(
    'when the number is no key: %s',
    (text) => {
      const folder = made()
      writeFileSync(join(folder, L402), `${text}\n`)
      expect(refusal(() => loadKeys(folder))).toContain('holds no valid key')
    },
  )

  test('and the refusal never shows the key', () => {
    const folder = made()
    const secret = readFileSync(join(folder, L402), 'utf8').trim()
    writeFileSync(join(folder, L402), `${secret}0`)
    expect(refusal(() => loadKeys(folder))).not.toContain(secret.slice(0, 16))
  })
})

describe('what buyers may have pinned', () => {
  const keys = loadKeys(made(1))
  const others = loadKeys(made(2))
  const recorded = { l402: keys.l402.publicKey, x402: keys.x402.publicKey }

  test('is kept when it is the same', () => {
    expect(() => assertRecorded(keys, recorded)).not.toThrow()
  })

  test.each(RAILS.map((rail) => [rail] as const))('does not change behind their backs: %s', (rail) => {
    const message = refusal(() => assertRecorded({ ...keys, [rail]: others[rail] }, recorded))
    expect(message).toStartWith(`the ${rail} key does not match the one this Redis has been signing with`)
    expect(message).toContain('Point KEYS_DIR at the original keys')
    expect(message).toContain(others[rail].publicKey.slice(0, 16))
    expect(message).toContain(keys[rail].publicKey.slice(0, 16))
  })

  test('is refused when one rail was never recorded', () => {
    expect(refusal(() => assertRecorded(keys, { l402: recorded.l402 }))).toContain('the x402 key does not match')
  })
})
