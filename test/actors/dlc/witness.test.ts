import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainEnd } from '../../../src/actors/dlc/journal-lines.ts'
import {
  RolledBack,
  type Witness,
  WitnessAway,
  type WitnessPlace,
  openWitness,
} from '../../../src/actors/dlc/witness.ts'
import { witnessFolder } from '../../../src/actors/dlc/witness-folder.ts'
import { ORACLE, ROOT } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'

/** The head of the journal in a place off its disk, changed only by who knows what lies there. */

let folder: string
let remove: () => void
beforeEach(() => void ({ folder, remove } = testFolder()))
afterEach(() => remove())

const end = (line: number, fill = 'a'): ChainEnd => ({ line, hash: fill.repeat(64) })
const place = (holder = 'one') => witnessFolder(folder, ORACLE, holder)
const open = (from: WitnessPlace = place()): Witness => openWitness(from, ORACLE, ROOT)
const own = () => join(folder, ORACLE.slice(0, 16))
const heads = () => readdirSync(own()).filter((name) => name.startsWith('head-'))

test('says what it was told last, over restarts; one head is kept', async () => {
  const first = open()
  expect(await first.read()).toBeNull()
  for (const line of [1, 5, 6]) await first.advance(end(line))
  await first.advance(end(6))
  expect(heads()).toEqual(['head-000000000003.json'])
  const second = open(place('two'))
  expect(await second.read()).toEqual(end(6))
  await second.advance(end(7))
  expect(await open().read()).toEqual(end(7))
})

describe('another signer of the same keys, on another folder:', () => {
  test('who comes second is told, whatever he knew, and has changed nothing', async () => {
    const [one, two] = [open(place('one')), open(place('two'))]
    await Promise.all([one.read(), two.read()])
    await one.advance(end(2))
    await expect(two.advance(end(2, 'b'))).rejects.toThrow(RolledBack)
    await expect(two.advance(end(9, 'b'))).rejects.toThrow('moved on by another signer')
    await one.advance(end(3))
    await expect(two.confirm()).rejects.toThrow(RolledBack)
    await one.confirm()
    expect(await open().read()).toEqual(end(3))
  })

  test('of two that write at one moment one does, and the other knows', async () => {
    for (let round = 1; round <= 20; round++) {
      const both = [open(place('one')), open(place('two'))]
      await Promise.all(both.map((each) => each.read()))
      const written = await Promise.allSettled(both.map((each, i) => each.advance(end(round, 'cd'[i]))))
      expect(written.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const winner = written.findIndex(({ status }) => status === 'fulfilled')
      expect(await open().read()).toEqual(end(round, 'cd'[winner]))
    }
  })

  test('a place that was emptied under a signer at work is not what it left', async () => {
    const witness = open()
    await witness.read()
    await witness.advance(end(1))
    rmSync(own(), { recursive: true })
    await expect(witness.advance(end(2))).rejects.toThrow(RolledBack)
  })

  test('a writer that was overtaken twice finds its number free, and is refused all the same', async () => {
    const [slow, fast] = [place('slow'), place('fast')]
    await fast.replace('1', null)
    const seen = (await slow.read())!.mark
    for (const text of ['2', '3', '4']) await fast.replace(text, (await fast.read())!.mark)
    expect(await slow.replace('mine', seen)).toBeNull()
    expect((await fast.read())!.text).toBe('4')
  })
})

describe('refused, as nothing that this oracle wrote:', () => {
  const cases: readonly (readonly [string, (text: string) => string])[] = [
    ['another count', (text) => text.replace('"line":4', '"line":3')],
    ['another hash', (text) => text.replace('aaaa', 'aaab')],
    ['another oracle', (text) => text.replace(ORACLE, 'ab'.repeat(32))],
    ['no JSON', () => 'no'],
    ['another thing', () => '{"line":4}'],
    ['a MAC of other characters', (text) => text.replace(/"mac":"\w+"/, `"mac":"${'é'.repeat(64)}"`)],
  ]
  test.each(cases)('%s', async (_name, change) => {
    const first = open()
    await first.read()
    await first.advance(end(4))
    const path = join(own(), heads()[0]!)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
    await expect(open().read()).rejects.toThrow(RolledBack)
  })

  test('what was written with another nonce root', async () => {
    const other = openWitness(place(), ORACLE, new Uint8Array(32).fill(9))
    await other.read()
    await other.advance(end(4))
    await expect(open().read()).rejects.toThrow("not written with this oracle's keys")
  })
})

describe('while it is away', () => {
  test('nothing is written, and it goes on when it is back', async () => {
    const witness = open()
    await witness.read()
    await witness.advance(end(1))
    expect(witness.isAway()).toBe(false)
    rmSync(folder, { recursive: true })
    await expect(witness.advance(end(2))).rejects.toThrow(WitnessAway)
    await expect(witness.confirm()).rejects.toThrow(WitnessAway)
    expect(witness.isAway()).toBe(true)
    mkdirSync(folder)
    // Another volume under the same name: what was there is not there.
    await expect(witness.advance(end(2))).rejects.toThrow(RolledBack)
  })

  /** A place whose answers are lost: the text arrived, or it did not. */
  const losing = (arrives: boolean) => {
    const real = place()
    let isLosing = false
    const replace: WitnessPlace['replace'] = async (text, mark) => {
      if (!isLosing) return real.replace(text, mark)
      if (arrives) await real.replace(text, mark)
      throw new WitnessAway('no answer')
    }
    return { witness: open({ ...real, replace }), lose: (now: boolean) => void (isLosing = now) }
  }
  test.each([true, false])('an answer that is lost, arrived: %p, is found out about', async (arrives) => {
    const { witness, lose } = losing(arrives)
    await witness.read()
    await witness.advance(end(1))
    lose(true)
    await expect(witness.advance(end(2))).rejects.toThrow(WitnessAway)
    lose(false)
    await witness.advance(end(3))
    expect(await open().read()).toEqual(end(3))
  })

  /** A place that takes its time: what was sent arrives after it was looked for. */
  const slow = (times: number) => {
    const real = place()
    let late: (() => Promise<unknown>)[] = []
    const replace: WitnessPlace['replace'] = async (text, mark) => {
      if (times-- > 0) {
        late.push(() => real.replace(text, mark))
        throw new WitnessAway('no answer')
      }
      for (const arrive of late) await arrive()
      late = []
      return real.replace(text, mark)
    }
    return open({ ...real, replace })
  }
  test.each([1, 2])('%p of our own that arrive after they were looked for are not another signer’s', async (times) => {
    await open().read()
    const witness = slow(times)
    await witness.read()
    for (let line = 1; line <= times; line++) await expect(witness.advance(end(line))).rejects.toThrow(WitnessAway)
    await witness.advance(end(times + 1))
    expect(await open().read()).toEqual(end(times + 1))
    // And from then on nobody else's are taken for our own.
    const other = open(place('other'))
    await other.read()
    await other.advance(end(1))
    await expect(witness.advance(end(times + 2))).rejects.toThrow(RolledBack)
  })

  test('one that takes nothing, and holds what it held, is away: nothing was told', async () => {
    let refusing = true
    const real = place()
    const witness = open({ ...real, replace: async (...of) => (refusing ? null : real.replace(...of)) })
    await witness.read()
    await expect(witness.advance(end(1))).rejects.toThrow(WitnessAway)
    refusing = false
    await witness.advance(end(1))
    expect(await open().read()).toEqual(end(1))
  })

  test('what another signer wrote while an answer was lost is still told', async () => {
    const { witness, lose } = losing(false)
    await witness.read()
    await witness.advance(end(1))
    lose(true)
    await expect(witness.advance(end(2))).rejects.toThrow(WitnessAway)
    const other = open(place('other'))
    await other.read()
    await other.advance(end(2, 'b'))
    lose(false)
    await expect(witness.advance(end(2))).rejects.toThrow(RolledBack)
  })
})
