import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { answersKey } from '../../../src/actors/key-document.ts'
import { handingOver, promising } from '../../../src/actors/key-succession.ts'
import { KEPT_CHAIN_FILE, keptChain } from '../../../src/actors/kept-chain.ts'
import { loadKeys } from '../../../src/actors/publisher/keys.ts'
import { prepareKey, revokeKey, rotateKey } from '../../../src/actors/publisher/rotate-keys.ts'
import { assertWritable } from '../../../src/actors/publisher/rotation-place.ts'
import { rotationFiles, signerIn, takeNext } from '../../../src/actors/publisher/rotation-files.ts'
import { keyPeriods } from '../../../src/canonical/key-periods.ts'
import { ed25519Signer } from '../../../src/canonical/signature.ts'
import { names } from '../../../src/store/redis/names.ts'
import { notAsRoot } from '../../support/needs.ts'
import { ROTATED, ROTATION_START, ROTATION_TIMES, rotationPlace, writeSecret } from '../../support/rotation.ts'

/** Where keys are rotated: what must hold there, which files are left, and what an interruption leaves. */

const place = await rotationPlace()
const { stack, clock, parts, opened, chain } = place
const inFolder = (name: string) => join(place.folder(), name)
const CURRENT = 'x402.ed25519.key'
const NEXT = 'x402.ed25519.next.key'
const OLD = 'x402.ed25519.old.key'
const textOf = (name: string) => readFileSync(inFolder(name), 'utf8')
const at = (seconds: number) => clock.set((ROTATION_START + seconds) * 1000)

describe('the Redis', () => {
  test('must know all documents that were kept: another one, or one from before, is not written to', async () => {
    await opened()
    await prepareKey(parts())
    const backup = await stack.redis.hgetall(names.keyDocuments())
    await rotateKey(parts(), ROTATION_TIMES)
    await stack.redis.del(names.keyDocuments())
    const acts = [
      () => prepareKey(parts()),
      () => rotateKey(parts(), ROTATION_TIMES),
      () => revokeKey(parts(), { since: 0 }),
    ]
    for (const act of acts)
      await expect(act()).rejects.toThrow(
        'does not know all documents of the answers-ed25519 key: 0 of 4. Name the one',
      )
    expect(await chain()).toEqual([])
    await stack.redis.hset(names.keyDocuments(), backup)
    await expect(prepareKey(parts())).rejects.toThrow('2 of 4')
    expect(await chain()).toHaveLength(2)
    // As it says: a worker brings them.
    await opened()
    expect((await prepareKey(parts())).chain).toHaveLength(5)
  })

  test.each([
    [-7_200, 'the clock of Redis is 7200 s behind'],
    [-3, '3 s behind'],
    [3, '3 s ahead of'],
  ])('whose clock is %i s off dates no end', async (offSeconds, words) => {
    await opened()
    await prepareKey(parts())
    const store = { ...place.store(), time: async () => clock.now() + offSeconds * 1000 }
    await expect(rotateKey(parts({ store }), ROTATION_TIMES)).rejects.toThrow(words)
    expect(await chain()).toHaveLength(2)
  })

  test('may be 2 s off, and may take its time', async () => {
    await opened()
    await prepareKey(parts())
    const store = {
      ...place.store(),
      time: async () => {
        clock.move(60_000)
        return clock.now() - 30_000
      },
    }
    await rotateKey(parts({ store }), ROTATION_TIMES)
    expect(keyPeriods(await chain()).at(-1)!.from).toBe(ROTATION_START + 30 + 100)
  })
})

describe('the files of a rotation', () => {
  test('stay as they are when the documents were not written', async () => {
    await opened()
    await prepareKey(parts())
    const before = [CURRENT, NEXT].map((name) => textOf(name))
    const keyDocuments = { ...stack.store.keyDocuments, append: async () => false }
    const refusing = parts({ store: { ...place.store(), keyDocuments } })
    await expect(rotateKey(refusing, ROTATION_TIMES)).rejects.toThrow('at the same time')
    expect([[CURRENT, NEXT].map((name) => textOf(name)), existsSync(inFolder(OLD))]).toEqual([before, false])
  })

  test('a second process that does the same at once does not lose the old key', async () => {
    await opened()
    await prepareKey(parts())
    const files = rotationFiles(place.folder(), 'x402')
    const [old, fresh] = [signerIn('x402', files.current), signerIn('x402', files.next)]
    const next = textOf(NEXT)
    takeNext(files)
    // The other one has found the prepared key before it was removed.
    writeSecret(files.next, next)
    takeNext(files)
    expect([files.former, files.current].map((path) => signerIn('x402', path)?.publicKey)).toEqual([
      old!.publicKey,
      fresh!.publicKey,
    ])
    expect(existsSync(files.next)).toBe(false)
    // Or it has found it in the folder, and no more when it reads it.
    takeNext(files)
    expect(signerIn('x402', files.current)?.publicKey).toBe(fresh!.publicKey)
  })

  test.each(['rotate', 'revoke'])(
    'that could not be written after %s are told of, and put in order by the same command',
    async (verb) => {
      await opened()
      await prepareKey(parts())
      at(500)
      const run = () =>
        verb === 'rotate' ? rotateKey(parts(), ROTATION_TIMES) : revokeKey(parts(), { since: ROTATION_START + 400 })
      rmSync(inFolder(KEPT_CHAIN_FILE))
      mkdirSync(inFolder(OLD))
      await expect(run()).rejects.toThrow(
        /the documents are written, but not the files \(.*run this again with the same --next/,
      )
      const written = await chain()
      expect(written).toHaveLength(4)
      rmSync(inFolder(OLD), { recursive: true })
      expect((await run()).changed).toBe(true)
      expect(await chain()).toEqual(written)
      expect(loadKeys(place.folder()).x402.publicKey).toBe(written.at(-1)!.publicKey)
      expect(keptChain(place.folder(), ROTATED)).toEqual(written)
    },
  )

  test('an interruption before the prepared key was removed is mended, and that key is not promised again', async () => {
    await opened()
    await prepareKey(parts())
    const next = textOf(NEXT)
    await rotateKey(parts(), ROTATION_TIMES)
    const old = textOf(OLD)
    writeSecret(inFolder(NEXT), next)
    const fresh = (await chain()).at(-1)!.publicKey
    await stack.redis.hdel(names.publicKeys(), 'x402')
    expect((await rotateKey(parts(), ROTATION_TIMES)).changed).toBe(true)
    expect((await stack.store.keys.read()).x402).toBe(fresh)
    expect([existsSync(inFolder(NEXT)), textOf(OLD), (await chain()).length]).toEqual([false, old, 4])
  })

  test('a folder in which nothing can be made is told of, and makes no document', async () => {
    await opened()
    // Of root nothing is refused but what the kernel itself makes.
    expect(() => assertWritable('/proc')).toThrow('/proc cannot be written to (ENOENT). Nothing was changed.')
    await expect(prepareKey(parts({ nextFolder: '/proc/none' }))).rejects.toThrow('ENOENT')
    expect(await chain()).toHaveLength(1)
  })

  test.skipIf(!notAsRoot()).each(['its own', 'that of the prepared key'])(
    'a folder that cannot be written to (%s) is found before a document is',
    async (which) => {
      await opened()
      const nextFolder = `${place.folder()}-safe`
      await prepareKey(parts({ nextFolder }))
      const closed = which === 'its own' ? place.folder() : nextFolder
      chmodSync(closed, 0o500)
      try {
        await expect(rotateKey(parts({ nextFolder }), ROTATION_TIMES)).rejects.toThrow('cannot be written to (EACCES)')
        expect(await chain()).toHaveLength(2)
      } finally {
        chmodSync(closed, 0o700)
      }
    },
  )
})

describe('a revocation', () => {
  test('of one of two keys that were valid then needs its name', async () => {
    const { publicKeys } = await opened()
    await prepareKey(parts())
    const { chain: rotated } = await rotateKey(parts(), ROTATION_TIMES)
    at(140)
    const fresh = rotated.at(-1)!.publicKey
    const named = revokeKey(parts(), { since: ROTATION_START + 120 })
    await expect(named).rejects.toThrow(`two keys were valid at that time: ${publicKeys.x402} and ${fresh}`)
    expect(await chain()).toHaveLength(4)
    const { revoked } = await revokeKey(parts(), { since: ROTATION_START + 120, publicKey: publicKeys.x402 })
    expect([revoked, keyPeriods(await chain())[0]!.until]).toEqual([publicKeys.x402, ROTATION_START + 117])
  })

  test('that would leave no valid key until the next one begins is refused, and says when that is', async () => {
    await opened()
    at(50)
    await prepareKey(parts())
    await rotateKey(parts(), ROTATION_TIMES)
    at(60)
    const begins = new Date((ROTATION_START + 150) * 1000).toISOString()
    await expect(revokeKey(parts(), { since: ROTATION_START + 20 })).rejects.toThrow(`begins at ${begins}`)
    expect(await chain()).toHaveLength(4)
    at(150)
    expect((await revokeKey(parts(), { since: ROTATION_START + 20 })).changed).toBe(true)
  })
})

test('an end that was stated is not moved away by the rotation', async () => {
  const next = answersKey(ed25519Signer(new Uint8Array(32).fill(2)))
  await opened()
  const [first] = await chain()
  const own = answersKey(loadKeys(place.folder()).x402)
  const ended = [first!, await place.written({ validUntil: ROTATION_START + 30 })]
  const promised = [...ended, ...promising(ended, own, next.publicKey)]
  const begun = { old: own, fresh: next, from: ROTATION_START + 100 }
  const [end] = handingOver(promised, { ...begun, until: ROTATION_START + 150 })
  expect(end.validUntil).toBe(ROTATION_START + 30)
  expect(handingOver(promised, { ...begun, until: ROTATION_START + 20 })[0].validUntil).toBe(ROTATION_START + 20)
})

test('a key that Redis has not recorded is refused at a start, whatever documents say', async () => {
  await opened()
  await stack.redis.hset(names.publicKeys(), { x402: 'ab'.repeat(32) })
  await expect(opened()).rejects.toThrow('the x402 key does not match the one this Redis has been signing with')
})
