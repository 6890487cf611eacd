import { describe, expect, test } from 'bun:test'
import { csvRecords, csvRows } from '../../src/sources/csv.ts'
import { UnreadableReply } from '../../src/sources/query.ts'

describe('rows', () => {
  test('quoted cells keep commas, doubled quotes and line breaks', () => {
    expect(csvRows('A,B,C\nx,"one, two","say ""so""\nthen"\n')).toEqual([
      ['A', 'B', 'C'],
      ['x', 'one, two', 'say "so"\nthen'],
    ])
  })

  test('a quoted cell may be empty and may stand first or last', () => {
    expect(csvRows('"",b,""\n"a","",c')).toEqual([
      ['', 'b', ''],
      ['a', '', 'c'],
    ])
  })

  test('a quote inside a plain cell is an ordinary character', () => {
    expect(csvRows('5" pipe,b')).toEqual([['5" pipe', 'b']])
  })

  test('a byte order mark and either line ending leave no trace', () => {
    expect(csvRows('\uFEFFA,B\r\n1,2\r\n')).toEqual([
      ['A', 'B'],
      ['1', '2'],
    ])
  })

  test('the last line counts without a line end', () => {
    expect(csvRows('A\n1\n2')).toEqual([['A'], ['1'], ['2']])
  })

  test('thousands of empty lines, bare or with commas, are dropped', () => {
    expect(csvRows(`A,B\n1,2\n${'\r\n'.repeat(2000)}${',\r\n'.repeat(2000)}`)).toHaveLength(2)
  })

  // With a time that grows with the square of its length, this text would take half a minute.
  test('what is no table takes no longer than one of its length', () => {
    const text = '{"a":'.repeat(200_000)
    expect(csvRows(text)).toEqual([[text]])
    expect(csvRows('" ",'.repeat(200_000))).toEqual([])
  }, 5_000)

  test('white space before a quoted cell is dropped, and a quote behind a filled cell is a character', () => {
    expect(csvRows(' \t"a",x "b", "" "c"')).toEqual([['a', 'x "b"', 'c']])
    expect(csvRows('"a"b"c"')).toEqual([['ab"c"']])
  })

  test('a web page is refused', () => {
    expect(() => csvRows('\uFEFF\r\n<!DOCTYPE html><html></html>')).toThrow(UnreadableReply)
    expect(() => csvRows('<?xml version="1.0"?>')).toThrow('a page, not a table')
  })

  test('a table cut off inside quotes is refused', () => {
    expect(() => csvRows('A,B\n1,"two')).toThrow('inside a quoted cell')
    expect(() => csvRows('A,B\n1,"two""')).toThrow('inside a quoted cell')
  })
})

describe('records', () => {
  test('columns are found by name wherever they stand', () => {
    const expected = [{ DATE: 'd', VALUE: '1' }]
    expect(csvRecords(csvRows('DATE,VALUE\nd,1'), ['DATE', 'VALUE'])).toEqual(expected)
    expect(csvRecords(csvRows('VALUE,DATE\n1,d'), ['DATE', 'VALUE'])).toEqual(expected)
  })

  test('a row that stops early has empty cells at its end', () => {
    expect(csvRecords(csvRows('A,B,C\n1'), ['A'])).toEqual([{ A: '1', B: '', C: '' }])
  })

  test('a row with a surplus cell is refused', () => {
    expect(() => csvRecords(csvRows('A,B\n1,2\n1,2,3'), ['A'])).toThrow('row 2 has 3 cells under 2 columns')
  })

  test('a missing or doubled column is named', () => {
    expect(() => csvRecords(csvRows('A,B\n1,2'), ['A', 'C'])).toThrow('no column C among A,B')
    expect(() => csvRecords(csvRows('A,B,A\n1,2,3'), ['A'])).toThrow('2 columns are called A')
  })

  test('a table of millions of cells that are not there is refused', () => {
    const wide = `A${',B'.repeat(20_000)}\n${'1\n'.repeat(20_000)}`
    expect(() => csvRecords(csvRows(wide), ['A'])).toThrow(new UnreadableReply('20000 rows under 20001 columns'))
  }, 5_000)

  test('a table of forty years of days is read', () => {
    expect(csvRecords(csvRows(`A${',B'.repeat(40)}\n${'1\n'.repeat(15_000)}`), ['A'])).toHaveLength(15_000)
  })

  test('nothing at all is an empty table', () => {
    expect(() => csvRecords(csvRows('\r\n\r\n'), ['A'])).toThrow('an empty table')
  })
})
