import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BadKeys } from '../../../src/actors/secret-file.ts'
import { loadSettlingKey } from '../../../src/actors/settler/settling-key.ts'
import { SETTLING_KEY } from '../../../src/actors/settler/settling-key-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claros-key-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (text: string, mode = 0o600): void => {
  const path = join(folder, SETTLING_KEY)
  writeFileSync(path, text, { mode })
  chmodSync(path, mode)
}

const refusal = (): string => {
  try {
    loadSettlingKey(folder)
    return ''
  } catch (problem) {
    expect(problem).toBeInstanceOf(BadKeys)
    return String(problem)
  }
}

describe('the settling key', () => {
  test('is read from its file, and shows nothing but its address', () => {
    // The first account of the well-known test mnemonic.
    const secret = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    write(`${secret}\n`)
    const key = loadSettlingKey(folder)
    expect(key.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(JSON.stringify(key) + Bun.inspect(key, { depth: 9 })).not.toContain(secret)
  })

  test('is refused when it is missing, open to others, or not a key', () => {
    expect(refusal()).toMatch(/is missing. Run: .*openssl rand/)
    write('11'.repeat(32), 0o640)
    expect(refusal()).toMatch(/can be read by others \(mode 640\). Run: chmod 600/)
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    for (const text of ['', '11', `0x${'11'.repeat(32)}`, '00'.repeat(32), order]) {
      write(text)
      expect(refusal()).toMatch(/Restore it from your backup/)
    }
  })
})
