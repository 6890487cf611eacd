import { describe, expect, test } from 'bun:test'
import { encryptFor } from '../../src/webhooks/encrypted-secret.ts'
import { webhookKey } from '../../src/webhooks/standard-webhooks.ts'
import { seededRandom } from '../support/still.ts'

const KEY = webhookKey(new Uint8Array(32).fill(7))
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

describe('a text sealed for the owner of a webhook key', () => {
  const random = seededRandom()
  const sealed = encryptFor(KEY.publicKey, SECRET, random)!

  test('is opened by that key alone', () => {
    expect(KEY.open(sealed)).toBe(SECRET)
    expect(webhookKey(new Uint8Array(32).fill(8)).open(sealed)).toBeNull()
  })

  test('shows nothing of itself, and is another one each time', () => {
    expect(sealed).not.toContain(SECRET.slice(6, 16))
    const again = encryptFor(KEY.publicKey, SECRET, random)!
    expect(again).not.toBe(sealed)
    expect(again.slice(0, 20)).not.toBe(sealed.slice(0, 20))
    expect(KEY.open(again)).toBe(SECRET)
  })

  test('is not opened when a bit of it is another', () => {
    const bytes = Buffer.from(sealed, 'base64')
    for (let at = 0; at < bytes.length; at++) {
      const bent = Buffer.from(bytes)
      bent[at]! ^= 1
      expect([at, KEY.open(bent.toString('base64'))]).toEqual([at, null])
    }
    for (const text of ['', 'x', sealed.slice(0, -4), bytes.subarray(0, 40).toString('base64'), `${sealed}=`])
      expect([text, KEY.open(text)]).toEqual([text, null])
  })

  test('is not made for what is no key', () => {
    const low = `whpk_${Buffer.alloc(32).toString('base64')}`
    for (const key of ['', 'whpk_AAAA', KEY.publicKey.slice(5), low, `${low.slice(0, -2)}E=`])
      expect([key, encryptFor(key, SECRET, random)]).toEqual([key, null])
  })
})
