/** What usually follows the world in minutes or hours follows a scenario while somebody watches. */
export const EACH_MINUTE: readonly string[] = [
  'calendar',
  'econ/calendar',
  'econ/calendar-today',
  'market/cboe',
  'market/yahoo',
  'index/equity-stress',
  'index/nq-volatility',
  'index/contagion',
  'regime/tradfi',
]
