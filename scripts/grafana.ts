import type { Choice, Dashboard, Panel, PanelKind, PanelQuery, Section } from '../src/ops/dashboard.ts'

/** A dashboard in the JSON that Grafana imports (its dashboard model, schema version 39: Grafana 11). */

const SCHEMA_VERSION = 39
const TAG = 'claros'

/** Whoever opens the dashboard chooses it. */
const DATA_SOURCE = { type: 'prometheus', uid: '${datasource}' }

const GRID_WIDTH = 24
const NUMBER_SIZE = { w: 4, h: 4 }
const CHART_SIZE = { w: 8, h: 8 }

interface Place {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** From left to right; a new line begins where the next one does not fit, or is of another height. */
const placesOf = (panels: readonly Panel[], top: number): readonly Place[] => {
  const places: Place[] = []
  for (const { kind } of panels) {
    const size = kind === 'number' ? NUMBER_SIZE : CHART_SIZE
    const last = places.at(-1)
    const beside = last && { x: last.x + last.w, y: last.y }
    const fits = beside && last.h === size.h && beside.x + size.w <= GRID_WIDTH
    places.push({ ...(fits ? beside : { x: 0, y: last ? last.y + last.h : top }), ...size })
  }
  return places
}

/** Green where it is good, red where it is not. */
const thresholds = ({ bad }: Panel) => ({
  mode: 'absolute',
  steps: !bad
    ? [{ color: 'text', value: null }]
    : 'from' in bad
      ? [
          { color: 'green', value: null },
          { color: 'red', value: bad.from },
        ]
      : [
          { color: 'red', value: null },
          { color: 'green', value: bad.below },
        ],
})

const TOOLTIP = { mode: 'multi', sort: 'desc' }
const LEGEND = { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] }

const lines = (panel: Panel) => ({
  type: 'timeseries',
  fieldConfig: {
    defaults: {
      unit: panel.unit,
      color: { mode: 'palette-classic' },
      thresholds: thresholds(panel),
      custom: {
        drawStyle: 'line',
        lineWidth: 1,
        fillOpacity: panel.kind === 'stacked' ? 30 : 0,
        showPoints: 'never',
        stacking: { mode: panel.kind === 'stacked' ? 'normal' : 'none', group: 'A' },
        thresholdsStyle: { mode: panel.bad ? 'dashed' : 'off' },
      },
    },
    overrides: [],
  },
  options: { legend: LEGEND, tooltip: TOOLTIP },
})

const number = (panel: Panel) => ({
  type: 'stat',
  fieldConfig: {
    defaults: { unit: panel.unit, color: { mode: 'thresholds' }, thresholds: thresholds(panel) },
    overrides: [],
  },
  options: {
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    colorMode: 'value',
    graphMode: 'none',
    justifyMode: 'auto',
    orientation: 'auto',
    textMode: 'auto',
  },
})

/** 0 and 1 as bars of red and green; 1 is good unless the panel says otherwise. */
const states = ({ bad, unit }: Panel) => {
  const isOneBad = bad !== undefined && 'from' in bad
  const shown = (text: string, isBad: boolean, index: number) => ({ text, color: isBad ? 'red' : 'green', index })
  return {
    type: 'state-timeline',
    fieldConfig: {
      defaults: {
        unit,
        color: { mode: 'thresholds' },
        custom: { fillOpacity: 70, lineWidth: 0 },
        mappings: [{ type: 'value', options: { 0: shown('no', !isOneBad, 0), 1: shown('yes', isOneBad, 1) } }],
      },
      overrides: [],
    },
    options: {
      mergeValues: true,
      showValue: 'never',
      rowHeight: 0.8,
      alignValue: 'left',
      legend: LEGEND,
      tooltip: TOOLTIP,
    },
  }
}

const LEFT_OUT = ['Time', '__name__', 'instance', 'job']

const rows = (panel: Panel) => ({
  type: 'table',
  fieldConfig: {
    defaults: {
      unit: panel.unit,
      color: { mode: 'thresholds' },
      thresholds: thresholds(panel),
      custom: { align: 'auto' },
    },
    overrides: [],
  },
  options: { showHeader: true, cellHeight: 'sm', sortBy: [{ displayName: panel.queries[0]!.legend, desc: true }] },
  transformations: [
    {
      id: 'organize',
      options: {
        excludeByName: Object.fromEntries(LEFT_OUT.map((name) => [name, true])),
        renameByName: { Value: panel.queries[0]!.legend },
      },
    },
  ],
})

const LOOKS: Readonly<Record<PanelKind, (panel: Panel) => object>> = {
  lines,
  stacked: lines,
  number,
  states,
  table: rows,
}

/** Numbers and tables show the present moment, all others the whole time that is looked at. */
const targetOf = (kind: PanelKind, { expression, legend }: PanelQuery, at: number) => {
  const isInstant = kind === 'number' || kind === 'table'
  return {
    refId: String.fromCharCode('A'.charCodeAt(0) + at),
    datasource: DATA_SOURCE,
    editorMode: 'code',
    expr: expression,
    legendFormat: legend,
    instant: isInstant,
    range: !isInstant,
    ...(kind === 'table' && { format: 'table' }),
  }
}

const panelJson = (panel: Panel, gridPos: Place) => ({
  title: panel.title,
  ...(panel.help !== undefined && { description: panel.help }),
  datasource: DATA_SOURCE,
  gridPos,
  targets: panel.queries.map((query, at) => targetOf(panel.kind, query, at)),
  ...LOOKS[panel.kind](panel),
})

const rowJson = ({ title }: Section, y: number) => ({
  type: 'row',
  title,
  collapsed: false,
  gridPos: { x: 0, y, w: GRID_WIDTH, h: 1 },
  panels: [],
})

/** Sections below each other, each under its title. */
const panelsOf = (sections: readonly Section[]): readonly object[] => {
  const found: object[] = []
  let y = 0
  for (const section of sections) {
    found.push(rowJson(section, y))
    const places = placesOf(section.panels, y + 1)
    found.push(...section.panels.map((panel, at) => panelJson(panel, places[at]!)))
    y = Math.max(y + 1, ...places.map((place) => place.y + place.h))
  }
  return found.map((panel, at) => ({ id: at + 1, ...panel }))
}

const DATA_SOURCE_CHOICE = {
  name: 'datasource',
  label: 'Data source',
  type: 'datasource',
  query: 'prometheus',
  current: {},
  hide: 0,
  includeAll: false,
  multi: false,
  options: [],
  refresh: 1,
  regex: '',
  skipUrlSync: false,
}

const choiceJson = ({ label, family }: Choice) => {
  const query = `label_values(${family}, ${label})`
  return {
    name: label,
    label,
    type: 'query',
    datasource: DATA_SOURCE,
    definition: query,
    query: { query, refId: 'StandardVariableQuery' },
    allValue: '.*',
    current: { selected: true, text: ['All'], value: ['$__all'] },
    hide: 0,
    includeAll: true,
    multi: true,
    options: [],
    refresh: 2,
    regex: '',
    skipUrlSync: false,
    sort: 1,
  }
}

const RAISED = {
  name: 'Alarms',
  datasource: DATA_SOURCE,
  enable: true,
  iconColor: 'red',
  expr: 'ALERTS{alertname=~"Claros.*",alertstate="firing",severity="page"}',
  titleFormat: '{{alertname}}',
  step: '60s',
}

const OTHER_DASHBOARDS = {
  type: 'dashboards',
  title: 'Claros',
  tags: [TAG],
  asDropdown: true,
  icon: 'external link',
  includeVars: false,
  keepTime: true,
  targetBlank: false,
  tooltip: '',
  url: '',
}

export const grafanaJson = ({ id, title, description, choices, sections }: Dashboard): string =>
  `${JSON.stringify(
    {
      id: null,
      uid: id,
      title,
      description,
      tags: [TAG],
      schemaVersion: SCHEMA_VERSION,
      version: 1,
      editable: true,
      graphTooltip: 1,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      timezone: 'browser',
      links: [OTHER_DASHBOARDS],
      annotations: { list: [RAISED] },
      templating: { list: [DATA_SOURCE_CHOICE, ...choices.map(choiceJson)] },
      panels: panelsOf(sections),
    },
    null,
    2,
  )}\n`
