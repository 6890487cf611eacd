import { describe, expect, test } from 'bun:test'
import { chmodSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { KEPT_CHAIN_FILE, keptChain } from '../../../src/actors/kept-chain.ts'
import { withoutEnd } from '../../../src/actors/key-chains.ts'
import { NoKey } from '../../../src/actors/publisher/keyring.ts'
import { prepareKey, revokeKey, rotateKey } from '../../../src/actors/publisher/rotate-keys.ts'
import { keyPeriods } from '../../../src/canonical/key-periods.ts'
import { names } from '../../../src/store/redis/names.ts'
import { ROTATED, ROTATION_START, ROTATION_TIMES, rotationPlace, writeSecret } from '../../support/rotation.ts'

/** What a running worker makes of documents and files that change, and of those that it cannot use. */

const place = await rotationPlace()
const { stack, clock, parts, opened, chain, behind, told, otherFolder } = place
const inFolder = (name: string) => join(place.folder(), name)
const CURRENT = 'x402.ed25519.key'
const NEXT = 'x402.ed25519.next.key'

describe('a file of keys that cannot be used', () => {
  test.each<[string, (folder: string) => void, string]>([
    [
      'the key in use can be read by others',
      (folder) => chmodSync(join(folder, CURRENT), 0o644),
      'can be read by others',
    ],
    [
      'the key of the other rail can',
      (folder) => chmodSync(join(folder, 'l402.secp256k1.key'), 0o644),
      'read by others',
    ],
    [
      'the key in use is damaged',
      (folder) => writeSecret(join(folder, CURRENT), 'none'),
      'does not hold 64 hex digits',
    ],
    ['the folder is away', (folder) => renameSync(folder, `${folder}-away`), 'is missing'],
    ['a prepared key is damaged', (folder) => writeSecret(join(folder, NEXT), 'none'), 'does not hold 64 hex digits'],
  ])('%s: the documents are gone by, what was held is held, and it is told once', async (_, break_, words) => {
    const other = otherFolder()
    const { watch, publicKeys } = await opened(other)
    await prepareKey(parts())
    await rotateKey(parts(), ROTATION_TIMES)
    break_(other)
    await watch.keys.refresh()
    await watch.keys.refresh()
    const lines = told('keys.file_not_used')
    for (const line of lines)
      expect(line).toMatchObject({ level: 'warn', fields: { message: expect.stringContaining(words) } })
    expect(lines.length).toBe(words === 'is missing' ? 2 : 1)
    expect(watch.keys.at(ROTATION_START + 150)).toMatchObject({
      x402: { publicKey: publicKeys.x402 },
      l402: { publicKey: publicKeys.l402 },
    })
    // Not a second past its end.
    expect(() => watch.keys.at(ROTATION_START + 151)).toThrow(NoKey)
    expect(told('keys.old')).toHaveLength(1)
    expect(behind()).toEqual([1, 0])
  })

  test('the other files are read: a new key is taken beside a damaged old one, and of the other rail', async () => {
    const { watch } = await opened()
    writeSecret(inFolder('x402.ed25519.old.key'), 'none')
    chmodSync(inFolder('l402.secp256k1.key'), 0o644)
    await prepareKey(parts())
    const next = readFileSync(inFolder(NEXT))
    await rotateKey(parts(), ROTATION_TIMES)
    writeSecret(inFolder('x402.ed25519.old.key'), 'none')
    writeSecret(inFolder(NEXT), next.toString())
    await watch.keys.refresh()
    expect(watch.keys.at(ROTATION_START + 200).x402.publicKey).toBe((await chain()).at(-1)!.publicKey)
    expect(behind()).toEqual([0, 0])
  })

  test('a spare key that is damaged does not stop a start; the key in use does', async () => {
    writeSecret(inFolder(NEXT), 'none')
    const { watch } = await opened()
    expect([watch.fault(), told('keys.file_not_used').length]).toEqual([null, 1])
    chmodSync(inFolder(CURRENT), 0o644)
    await expect(opened()).rejects.toThrow('can be read by others')
  })

  test('is used again when it is mended, and one that was taken away is held no more', async () => {
    const { watch, publicKeys } = await opened()
    await prepareKey(parts())
    await rotateKey(parts(), ROTATION_TIMES)
    await watch.keys.refresh()
    const old = () => watch.keys.find('x402', publicKeys.x402, ROTATION_START)
    expect(old()).not.toBeNull()
    chmodSync(inFolder('x402.ed25519.old.key'), 0o640)
    await watch.keys.refresh()
    expect([old() !== null, told('keys.file_not_used').length]).toEqual([true, 1])
    chmodSync(inFolder('x402.ed25519.old.key'), 0o600)
    await watch.keys.refresh()
    chmodSync(inFolder('x402.ed25519.old.key'), 0o640)
    await watch.keys.refresh()
    expect(told('keys.file_not_used')).toHaveLength(2)
    rmSync(inFolder('x402.ed25519.old.key'))
    await watch.keys.refresh()
    expect(old()).toBeNull()
  })
})

test('documents that cannot be read for a minute while the store answers are an alarm, and it ends by itself', async () => {
  const { watch } = await opened()
  await stack.redis.hset(names.keyDocuments(), `${ROTATED}/2`, '{}')
  await watch.keys.refresh()
  await watch.keys.refresh()
  expect([told('keys.not_read').length, behind()]).toEqual([1, [0, 0]])
  clock.move(59_000)
  watch.fault()
  expect(behind()).toEqual([0, 0])
  clock.move(1_000)
  watch.fault()
  expect(behind()).toEqual([3, 0])
  await stack.redis.hdel(names.keyDocuments(), `${ROTATED}/2`)
  await watch.keys.refresh()
  expect(behind()).toEqual([0, 0])
})

test('that nothing can be signed is told rather than that documents cannot be read', async () => {
  const { watch } = await opened(otherFolder())
  await prepareKey(parts())
  await rotateKey(parts(), ROTATION_TIMES)
  await watch.keys.refresh()
  await stack.redis.hset(names.keyDocuments(), `${ROTATED}/5`, '{}')
  await watch.keys.refresh()
  clock.move(150_000)
  watch.fault()
  expect(behind()).toEqual([3, 0])
  clock.move(1_000)
  watch.fault()
  expect(behind()).toEqual([2, 0])
})

test('a store that is away is no alarm of keys', async () => {
  let isAway = false
  const keyDocuments = {
    ...stack.store.keyDocuments,
    chain: async (purpose: 'dlc') => {
      if (isAway) throw new Error('Connection is closed.')
      return stack.store.keyDocuments.chain(purpose)
    },
  }
  const { watch } = await opened(undefined, { store: { ...place.store(), keyDocuments } })
  isAway = true
  await watch.keys.refresh()
  clock.move(3_600_000)
  watch.fault()
  expect([told('keys.not_read').length, behind()]).toEqual([2, [0, 0]])
})

describe('an end without a successor', () => {
  const steal = async () => stack.store.keyDocuments.append([await place.written({ validUntil: 0 })])

  test('which a thief of the key in use has written, stops no worker: alarm, and what was known goes on', async () => {
    const { watch, publicKeys } = await opened()
    await prepareKey(parts())
    await watch.keys.refresh()
    expect(await steal()).toBe(true)
    await watch.keys.refresh()
    await watch.keys.refresh()
    expect(watch.keys.at(ROTATION_START + 5).x402.publicKey).toBe(publicKeys.x402)
    expect([watch.fault(), behind(), told('keys.ended_without_successor').length]).toEqual([null, [3, 0], 1])
    expect(keptChain(place.folder(), ROTATED)).toHaveLength(2)
    // Nor one that starts, with documents of its own or without.
    rmSync(inFolder(KEPT_CHAIN_FILE))
    const again = await opened()
    expect(again.watch.keys.at(ROTATION_START + 5).x402.publicKey).toBe(publicKeys.x402)
    expect(keptChain(place.folder(), ROTATED)).toHaveLength(2)
    // The prepared key follows at once.
    await rotateKey(parts(), ROTATION_TIMES)
    await watch.keys.refresh()
    const fresh = (await chain()).at(-1)!
    expect([fresh.validFrom, watch.keys.at(ROTATION_START).x402.publicKey]).toEqual([ROTATION_START, fresh.publicKey])
    expect([watch.fault(), behind()]).toEqual([null, [0, 0]])
  })

  test.each([
    ['soon', 30, 30],
    ['later', 500, 100],
    ['in the past', -30, 0],
  ])('that is stated (%s): the prepared key begins no later', async (_, end, begin) => {
    await opened()
    await prepareKey(parts())
    await stack.store.keyDocuments.append([await place.written({ validUntil: ROTATION_START + end })])
    await rotateKey(parts(), ROTATION_TIMES)
    expect(keyPeriods(await chain()).at(-1)!.from).toBe(ROTATION_START + begin)
  })

  test('is mended by revoking that key too', async () => {
    await opened()
    await prepareKey(parts())
    await steal()
    expect((await revokeKey(parts(), { since: ROTATION_START })).changed).toBe(true)
    expect(keyPeriods(await chain()).at(-1)).toMatchObject({ from: ROTATION_START, until: Infinity })
  })

  test('is what follows the last document in which the newest key goes on', async () => {
    await opened()
    await prepareKey(parts())
    const whole = await chain()
    expect(withoutEnd(whole)).toEqual(whole)
    await steal()
    expect(withoutEnd(await chain())).toEqual(whole)
    await stack.store.keyDocuments.append([await place.written({ validUntil: 0 })])
    expect(withoutEnd(await chain())).toEqual(whole)
    await rotateKey(parts(), ROTATION_TIMES)
    expect(withoutEnd(await chain())).toHaveLength(6)
  })
})

test('a file is read when it has changed and not otherwise', async () => {
  const { watch, publicKeys } = await opened()
  const before = watch.keys.at(ROTATION_START).x402
  await watch.keys.refresh()
  expect(watch.keys.at(ROTATION_START).x402).toBe(before)
  writeSecret(inFolder(CURRENT), readFileSync(inFolder(CURRENT), 'utf8'))
  await watch.keys.refresh()
  expect(watch.keys.at(ROTATION_START).x402).not.toBe(before)
  expect(watch.keys.at(ROTATION_START).x402.publicKey).toBe(publicKeys.x402)
})

test('a planned end is no revocation, an end in the past is one', async () => {
  const { watch } = await opened()
  let heard = 0
  watch.onRevoked(() => heard++)
  await prepareKey(parts())
  await rotateKey(parts(), ROTATION_TIMES)
  await watch.keys.refresh()
  clock.set((ROTATION_START + 1_000) * 1000)
  await watch.keys.refresh()
  expect(heard).toBe(0)
  await revokeKey(parts(), { since: ROTATION_START + 50 })
  await watch.keys.refresh()
  expect(heard).toBe(1)
})

test('a worker that was closed while it reads restores nothing, and close waits for it', async () => {
  const held = Promise.withResolvers<void>()
  let asked = 0
  let isHeld = false
  const keyDocuments = {
    ...stack.store.keyDocuments,
    chain: async (purpose: 'dlc') => {
      asked++
      const found = await stack.store.keyDocuments.chain(purpose)
      if (isHeld) await held.promise
      return found
    },
  }
  const { watch } = await opened(undefined, { store: { ...place.store(), keyDocuments } })
  await prepareKey(parts())
  await watch.keys.refresh()
  await stack.flush()
  isHeld = true
  const before = asked
  const reading = watch.keys.refresh()
  let isClosed = false
  const closing = watch.close().then(() => void (isClosed = true))
  await stack.redis.ping()
  expect(isClosed).toBe(false)
  held.resolve()
  await Promise.all([reading, closing])
  expect([await stack.store.keyDocuments.all(), asked]).toEqual([[], before + 1])
  await watch.keys.refresh()
  expect(asked).toBe(before + 1)
})
