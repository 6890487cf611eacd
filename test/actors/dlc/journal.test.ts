import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { appendFileSync, fstatSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type JournalEntry, BrokenJournal } from '../../../src/actors/dlc/journal-lines.ts'
import { JournalContradiction } from '../../../src/actors/dlc/journal-memory.ts'
import { type LineWriter, openJournal } from '../../../src/actors/dlc/journal.ts'
import { keptLog } from '../../support/still.ts'
import { NOW, ORACLE } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'

let folder: string
let remove: () => void
let path: string
beforeEach(() => {
  ;({ folder, remove } = testFolder())
  path = join(folder, 'journal')
})
afterEach(() => remove())

const decided = (id: string, outcome = 'yes'): JournalEntry => ({
  type: 'decided',
  id,
  at: NOW,
  outcome: [outcome],
  reason: 'resolver',
  evidence: { said: 'ä' },
})
const attested = (id: string, serialized = 'aa', outcome = 'yes'): JournalEntry => ({
  type: 'attested',
  id,
  at: NOW,
  outcome: [outcome],
  serialized,
  counted: 'bb',
})
const raise = (message: string): never => {
  throw new Error(message)
}
const open = (log = keptLog()) => openJournal(path, ORACLE, log)
const lines = () => readFileSync(path, 'utf8').trimEnd().split('\n')
const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

describe('lines that are there when it is opened', () => {
  test('are brought to the disk before they are believed: who wrote them may have died before his sync', () => {
    const first = open()
    first.append(decided('E-1'))
    first.close()
    const synced: number[] = []
    const disk: LineWriter = { write: writeSync, sync: (file) => void synced.push(fstatSync(file).size) }
    openJournal(path, ORACLE, keptLog(), disk).close()
    expect(synced).toEqual([statSync(path).size])
    const failing: LineWriter = { ...disk, sync: () => raise('EIO') }
    expect(() => openJournal(path, ORACLE, keptLog(), failing)).toThrow('EIO')
  })
})

test('what another wrote behind its back is not written after: the file stays whole', () => {
  const [one, other] = [open(), open()]
  other.append(decided('E-1'))
  expect(() => one.append(decided('E-2'))).toThrow(BrokenJournal)
  one.close()
  other.append(decided('E-3'))
  other.close()
  expect([...open().ids()]).toEqual(['E-1', 'E-3'])
})

describe('what was appended', () => {
  test('is found again after a restart, in order', () => {
    const first = open()
    first.append(decided('E-1'))
    first.append(decided('E-2'), attested('E-2'))
    first.append(attested('E-1'), { type: 'noted', id: 'E-1', at: NOW, note: { by: 'admin' } })
    first.close()
    const second = open()
    expect([...second.replay()].map(({ type, id }) => `${type} ${id}`)).toEqual([
      'decided E-1',
      'decided E-2',
      'attested E-2',
      'attested E-1',
      'noted E-1',
    ])
    expect(second.find('E-1')).toMatchObject([decided('E-1'), attested('E-1'), { note: { by: 'admin' } }])
    expect(second.find('E-2')).toMatchObject([decided('E-2'), attested('E-2')])
    expect(second.find('E-3')).toEqual([])
    expect([...second.ids()]).toEqual(['E-1', 'E-2'])
    second.append(decided('E-3'))
    expect(second.end().line).toBe(7)
    second.close()
    open().close()
  })

  test('is a chain of hashes, one line each, for its owner alone', () => {
    const journal = open()
    for (let i = 0; i < 5; i++) journal.append(decided(`E-${i}`))
    journal.close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const written = lines()
    expect(written).toHaveLength(6)
    written.forEach((line, i) => {
      const before = written[i - 1]
      expect(JSON.parse(line)).toMatchObject({ line: i + 1, before: before ? sha256(before) : '0'.repeat(64) })
    })
  })

  test('is not written twice', () => {
    const journal = open()
    journal.append(decided('E-1'), decided('E-1'))
    journal.append(decided('E-1'))
    expect(lines()).toHaveLength(2)
    journal.close()
  })

  test('is refused, all of it, when one line contradicts', () => {
    const journal = open()
    journal.append(decided('E-1', 'yes'))
    for (const bad of [decided('E-1', 'no'), attested('E-1', 'aa', 'no')])
      expect(() => journal.append(decided('E-2'), bad)).toThrow(JournalContradiction)
    journal.append(attested('E-1', 'aa'))
    expect(() => journal.append(attested('E-1', 'ab'))).toThrow(JournalContradiction)
    expect(() => journal.append(decided('E-3', 'yes'), decided('E-3', 'no'))).toThrow(JournalContradiction)
    expect(lines()).toHaveLength(3)
    journal.close()
  })

  test('what a decision rests on stands too; one of before that was written down stands without', () => {
    const sealed = (id: string, hash: string): JournalEntry =>
      Object.assign(decided(id), { seal: { hash, conclusions: [hash] } })
    const journal = open()
    journal.append(sealed('E-1', 'aa'), decided('E-2'))
    expect(() => journal.append(sealed('E-1', 'ab'))).toThrow(JournalContradiction)
    journal.append(sealed('E-1', 'aa'), sealed('E-2', 'bb'), decided('E-1'))
    journal.close()
    const again = open()
    expect(again.find('E-1')).toMatchObject([sealed('E-1', 'aa')])
    expect(() => again.append(sealed('E-1', 'ab'))).toThrow(JournalContradiction)
    expect(lines()).toHaveLength(3)
    again.close()
  })
})

describe('a torn last line', () => {
  test('is cut off with a note, wherever it was torn, and the rest goes on', () => {
    const journal = open()
    journal.append(decided('E-1'))
    journal.close()
    const whole = statSync(path).size
    const whatever = open()
    whatever.append(decided('E-2'))
    whatever.close()
    const full = readFileSync(path)
    for (const size of [whole + 1, whole + 40, full.length - 1]) {
      writeFileSync(path, full)
      truncateSync(path, size)
      const log = keptLog()
      const again = open(log)
      expect(log.lines).toMatchObject([
        { level: 'warn', event: 'dlc.journal.torn_line', fields: { bytes: size - whole } },
      ])
      expect([...again.replay()]).toHaveLength(1)
      again.append(decided('E-3'))
      again.close()
      open().close()
    }
  })

  test('may hold bytes that never arrived, or be the first of the file', () => {
    open().close()
    appendFileSync(path, Buffer.concat([Buffer.alloc(500), Buffer.from('}\n')]))
    expect([...open().replay()]).toEqual([])
    truncateSync(path, 20)
    const journal = open()
    journal.append(decided('E-1'))
    journal.close()
    expect([...open().replay()]).toHaveLength(1)
  })
})

describe('a broken chain is refused:', () => {
  const broken = (change: (written: string[]) => string[]): void => {
    const journal = open()
    for (let i = 0; i < 5; i++) journal.append(decided(`E-${i}`))
    journal.close()
    writeFileSync(path, `${change(lines()).join('\n')}\n`)
    expect(() => open()).toThrow(BrokenJournal)
  }
  test('a changed line', () => broken((l) => l.map((line, i) => (i === 2 ? line.replace('yes', 'no') : line))))
  test('a lost line', () => broken((l) => l.toSpliced(2, 1)))
  test('a line twice', () => broken((l) => l.toSpliced(3, 0, l[2]!)))
  test('two lines the other way round', () => broken((l) => l.toSpliced(2, 2, l[3]!, l[2]!)))
  test('a line that is no JSON', () => broken((l) => l.toSpliced(2, 1, 'nonsense')))
  test('a missing head', () => broken((l) => l.slice(1)))
  test('the journal of another oracle', () => {
    open().close()
    expect(() => openJournal(path, 'ab'.repeat(32), keptLog())).toThrow('belongs to the oracle')
  })
  test('a chain that holds and tells two outcomes', () => {
    const journal = open()
    journal.append(decided('E-1', 'yes'))
    journal.close()
    const last = lines().at(-1)!
    appendFileSync(path, `${JSON.stringify({ line: 3, before: sha256(last), ...decided('E-1', 'no') })}\n`)
    expect(() => open()).toThrow(JournalContradiction)
  })
  test.each([
    ['another version', { v: 2, ...decided('E-2') }],
    ['a kind that is not known', { ...decided('E-2'), type: 'withdrawn' }],
  ])('a line of a newer release: %s', (_what, more) => {
    const journal = open()
    journal.append(decided('E-1'))
    journal.close()
    appendFileSync(path, `${JSON.stringify({ line: 3, before: sha256(lines().at(-1)!), ...more })}\n`)
    expect(() => open()).toThrow(/line 3 was written by a newer release/)
  })
})

test('a journal larger than one piece is read whole', () => {
  const journal = open()
  const note = 'x'.repeat(3000)
  journal.append(...Array.from({ length: 1000 }, (_, i) => ({ type: 'noted', id: `E-${i}`, at: i, note }) as const))
  journal.close()
  const again = open()
  expect(statSync(path).size).toBeGreaterThan(3_000_000)
  expect([...again.replay()].map(({ at }) => at)).toEqual(Array.from({ length: 1000 }, (_, i) => i))
  expect(again.find('E-777')).toMatchObject([{ id: 'E-777', note }])
  again.close()
})

describe('a hold', () => {
  const offered = (id: string): JournalEntry =>
    ({ type: 'offered', id, at: NOW, event: { announcement: id, salt: id } }) as JournalEntry
  const waiting = () => [...open().waiting]

  test('is of what is open at its line, until it is resumed or attested, over restarts', () => {
    const journal = open()
    journal.append(offered('E-1'), offered('E-2'), decided('E-2'), offered('E-3'), decided('E-3'), attested('E-3'))
    expect(journal.open()).toEqual(['E-1', 'E-2'])
    journal.hold(NOW, 'a test')
    journal.append(offered('E-4'))
    expect([...journal.waiting]).toEqual(['E-1', 'E-2'])
    expect(journal.heldAt()).toBe(8)
    journal.append({ type: 'resumed', id: 'E-1', at: NOW }, attested('E-2'))
    expect([...journal.waiting]).toEqual([])
    journal.hold(NOW, 'again')
    journal.close()
    const again = open()
    expect([[...again.waiting], again.heldAt(), [...again.ids()]]).toEqual([
      ['E-1', 'E-4'],
      12,
      ['E-1', 'E-2', 'E-3', 'E-4'],
    ])
    again.append({ type: 'resumed', id: 'E-1', at: NOW })
    again.close()
    expect(waiting()).toEqual(['E-4'])
  })

  test('and the chain can be asked where it stood', () => {
    const journal = open()
    journal.append(decided('E-1'), decided('E-2'))
    const written = lines()
    expect([1, 2, 3].map(journal.hashAt)).toEqual(written.map(sha256))
    expect([0, 4].map(journal.hashAt)).toEqual([null, null])
    journal.close()
  })
})
