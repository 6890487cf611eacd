import { describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepChains, KEPT_CHAIN_FILE, keptChain } from '../../../src/actors/kept-chain.ts'
import { joinedChain } from '../../../src/actors/key-chains.ts'
import { NoKey } from '../../../src/actors/publisher/keyring.ts'
import { prepareKey, rotateKey } from '../../../src/actors/publisher/rotate-keys.ts'
import { names } from '../../../src/store/redis/names.ts'
import { ROTATED, ROTATION_START, ROTATION_TIMES, rotationPlace } from '../../support/rotation.ts'

/** The chain beside the keys, and what is made of it and of that in Redis. */

const place = await rotationPlace()
const { stack, parts, opened, chain, told, otherFolder } = place
const inFolder = (name: string) => join(place.folder(), name)

describe('what is kept beside the keys', () => {
  test('is written by a running worker, for its owner alone, and a longer chain is not replaced by its beginning', async () => {
    const other = otherFolder()
    const { watch } = await opened(other)
    expect(existsSync(join(other, KEPT_CHAIN_FILE))).toBe(false)
    await prepareKey(parts())
    const two = await chain()
    await watch.keys.refresh()
    expect(keptChain(other, ROTATED)).toEqual(two)
    expect(statSync(join(other, KEPT_CHAIN_FILE)).mode & 0o777).toBe(0o600)
    await rotateKey(parts(), ROTATION_TIMES)
    await watch.keys.refresh()
    const whole = await chain()
    expect(keptChain(other, ROTATED)).toEqual(whole)
    keepChains(other, [two])
    expect(keptChain(other, ROTATED)).toEqual(whole)
  })

  test('is not replaced by another story, neither a shorter nor a longer one', async () => {
    await opened()
    await prepareKey(parts())
    const [first, second] = await chain()
    await rotateKey(parts(), ROTATION_TIMES)
    const whole = await chain()
    const text = readFileSync(inFolder(KEPT_CHAIN_FILE), 'utf8')
    const other = { ...second!, canonical: `${second!.canonical}0` }
    for (const story of [
      [first!, other],
      [first!, other, ...whole.slice(2), whole.at(-1)!],
    ])
      expect(() => keepChains(place.folder(), [story])).toThrow('holds other documents of the answers-ed25519 key')
    expect(readFileSync(inFolder(KEPT_CHAIN_FILE), 'utf8')).toBe(text)
  })

  test('is known to a running worker too: documents that Redis has lost come from the file', async () => {
    const other = otherFolder()
    const { watch } = await opened(other)
    await prepareKey(parts())
    await rotateKey(parts(), ROTATION_TIMES)
    const whole = await chain()
    const [first] = Object.entries(await stack.redis.hgetall(names.keyDocuments())).filter(([key]) => key === ROTATED)
    await stack.redis.hdel(names.keyDocuments(), ...[2, 3, 4].map((at) => `${ROTATED}/${at}`))
    expect(first).toBeDefined()
    cpSync(inFolder(KEPT_CHAIN_FILE), join(other, KEPT_CHAIN_FILE))
    await watch.keys.refresh()
    expect(await chain()).toEqual(whole)
    expect(told('keys.documents_restored')).toMatchObject([{ fields: { documents: 3 } }])
  })

  test('takes nothing from a running worker when it is damaged, and when it cannot be written that is a warning', async () => {
    const other = otherFolder()
    const { watch } = await opened(other)
    await prepareKey(parts())
    writeFileSync(join(other, KEPT_CHAIN_FILE), '{')
    await rotateKey(parts(), ROTATION_TIMES)
    await watch.keys.refresh()
    expect(() => watch.keys.at(ROTATION_START + 151)).toThrow(NoKey)
    expect(told('keys.chain_not_kept')).toMatchObject([{ level: 'warn' }])
    await watch.keys.refresh()
    // It is one file for both rails.
    expect(told('keys.kept_chain_not_used')).toHaveLength(2)
    rmSync(join(other, KEPT_CHAIN_FILE))
    mkdirSync(join(other, KEPT_CHAIN_FILE))
    await watch.keys.refresh()
    expect(watch.keys.at(ROTATION_START)).toBeDefined()
  })
})

test('documents that were verified before are not verified again while they are the same', async () => {
  await opened()
  await prepareKey(parts())
  const whole = await chain()
  const wrong = whole.map((each) => ({ ...each, signatures: [{ ...each.signatures[0]!, signature: 'AA==' }] }))
  const keyDocuments = { chain: async () => structuredClone(wrong), append: async () => false }
  const read = (verified: typeof whole) => joinedChain(keyDocuments, ROTATED, { known: [], verified }, () => {})
  expect(await read(wrong)).toBe(wrong)
  // Another signature of the same text is another document.
  await expect(read(whole)).rejects.toThrow('do not hold')
  await expect(read([])).rejects.toThrow('do not hold')
  // What is known elsewhere is compared all the same.
  const known = [whole[0]!, { ...whole[1]!, canonical: 'another' }]
  const twice = { ...keyDocuments, chain: async () => whole }
  await expect(joinedChain(twice, ROTATED, { known, verified: whole }, () => {})).rejects.toThrow('are others than')
})
