import { describe, expect, test } from 'bun:test'
import { htmlDefinitions, htmlRows, insideId } from '../../src/sources/html-table.ts'
import { icsEvents } from '../../src/sources/ics.ts'
import { markup } from '../../src/sources/markup.ts'
import { below, xml } from '../../src/sources/xml.ts'
import { unreadable } from '../support/unreadable.ts'

const ICS = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:one',
  'DTSTART;TZID=US-Eastern:20260812T083000',
  'SUMMARY:Consumer Pri',
  ' ce Index\\, all of it',
  'BEGIN:VALARM',
  'SUMMARY:not this',
  'END:VALARM',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE;X="a:b;c":20260901',
  'summary:Second',
  'END:VEVENT',
  'END:VCALENDAR',
]

describe('a calendar file', () => {
  test.each(['\n', '\r\n'])('is read line by line, folded lines as one, whatever ends them', (end) => {
    const events = icsEvents(ICS.join(end) + end)
    expect(events.map(({ SUMMARY, DTSTART }) => [SUMMARY?.value, DTSTART?.value, DTSTART?.parameters])).toEqual([
      ['Consumer Price Index, all of it', '20260812T083000', { TZID: 'US-Eastern' }],
      ['Second', '20260901', { VALUE: 'DATE', X: 'a:b;c' }],
    ])
  })

  test('that was cut, or is a page, is refused', () => {
    expect(unreadable(() => icsEvents(ICS.slice(0, -1).join('\n')))).toBe('the calendar has no end')
    expect(unreadable(() => icsEvents('<html>Access Denied</html>'))).toContain('not a calendar')
    expect(unreadable(() => icsEvents('BEGIN:VCALENDAR\nwhat is this\nEND:VCALENDAR'))).toContain('not a line')
  })
})

const PAGE = `<!DOCTYPE html><html><script>if (a < b) document.write("<td>no</td>")</script>
<!-- <table><tr><td>hidden</td></tr></table> -->
<table><tr><td>before</td></tr></table>
<div id="here"><div>a &amp; b</div>
  <table><tr><th>Name<th>When
  <tr><td colspan="2" title='x > "y"'><span> Wednesday
     October 14, 2026 </span><span>Updated</span></td></tr>
  <tr><td>7:30&nbsp;am</td><td><a href="/release?rid=10&amp;x=1">Index &#8211; all</a></td></tr></table>
</div>
<table><tr><td>behind</td></tr></table>
<dl><dt>09/12/2026</dt><dd>one <b>thing</b></dd><dt>10/12/2026<dd>another</dl>`

describe('a page', () => {
  test('gives the rows of the tables in one element, with their spans and links', () => {
    const inside = insideId(markup(PAGE), 'div', 'here')!
    expect(htmlRows(inside)).toEqual([
      [
        { text: 'Name', spans: [], links: [] },
        { text: 'When', spans: [], links: [] },
      ],
      [
        {
          text: 'Wednesday October 14, 2026 Updated',
          spans: ['Wednesday October 14, 2026', 'Updated'],
          links: [],
        },
      ],
      [
        { text: '7:30 am', spans: [], links: [] },
        { text: 'Index – all', spans: [], links: ['/release?rid=10&x=1'] },
      ],
    ])
    expect(insideId(markup(PAGE), 'div', 'there')).toBeNull()
    expect(
      htmlRows(markup(PAGE))
        .flat()
        .map(({ text }) => text),
    ).not.toContain('hidden')
  })

  test('gives the terms of its lists with what they mean', () => {
    expect(htmlDefinitions(markup(PAGE))).toEqual([
      ['09/12/2026', 'one thing'],
      ['10/12/2026', 'another'],
    ])
  })

  test('is plain text where nothing is a tag', () => {
    expect(markup('1 < 2 and <3')).toEqual([{ kind: 'text', text: '1 < 2 and <3' }])
  })

  test('whose tags do not end, or are without number, is refused and takes no time', () => {
    expect(unreadable(() => markup(`<a ${'"<a" '.repeat(100_000)}`))).toContain('a tag that does not end')
    expect(unreadable(() => markup('<a>'.repeat(300_000)))).toContain('pieces')
    expect(markup('<!-- '.repeat(100_000))).toEqual([])
    expect(markup('<script>'.repeat(100_000))).toHaveLength(1)
    expect(markup(`<a ${'a'.repeat(4_000)}>`)).toHaveLength(1)
  })
})

describe('an XML text', () => {
  test('is a tree of elements', () => {
    const root = xml('<?xml version="1.0"?><a x="1"><b n="p"><c>12</c></b><b n=\'q\'/><c>3</c></a>')
    expect([root.name, root.attributes]).toEqual(['a', { x: '1' }])
    expect(below(root, 'b').map(({ attributes }) => attributes['n'])).toEqual(['p', 'q'])
    expect(below(root, 'c').map(({ text }) => text)).toEqual(['12', '3'])
  })

  test.each([
    ['<a><b></a></b>', '</a> closes <b>'],
    ['<a><b></b>', '<a> does not close'],
    ['<a></a><b></b>', '2 outermost elements'],
    ['</a>', '</a> closes <>'],
    ['busy', 'not XML'],
    ['<a>'.repeat(60), 'deeper'],
  ])('%s is refused', (text, why) => {
    expect(unreadable(() => xml(text))).toContain(why)
  })
})
