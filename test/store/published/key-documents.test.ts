import { expect, test } from 'bun:test'
import type { KeyDocument } from '../../../src/canonical/key-document.ts'
import { freshRedis } from '../../support/redis.ts'
import { documentAt, fourKeys } from '../../support/signed-keys.ts'

/** Documents in the store come one after another. */

const stack = await freshRedis()

test('what comes next is added together or not at all, never over what is there, and never beyond a gap', async () => {
  const { keyDocuments } = stack.store
  const [first] = await documentAt(keyDocuments, fourKeys(1).slice(0, 1), 1_794_996_000)
  const at = (sequence: number): KeyDocument => ({ ...first!, sequence })
  const lengths = async () => (await keyDocuments.chain(first!.purpose)).map(({ sequence }) => sequence)
  expect(await keyDocuments.append([at(3)])).toBe(false)
  expect(await keyDocuments.append([at(3), at(4)])).toBe(false)
  expect(await lengths()).toEqual([1])
  expect(await keyDocuments.append([at(2), at(3)])).toBe(true)
  expect(await keyDocuments.append([at(3), at(4)])).toBe(false)
  expect(await keyDocuments.append([at(5)])).toBe(false)
  expect(await lengths()).toEqual([1, 2, 3])
  expect(await keyDocuments.append([at(1)])).toBe(false)
})
