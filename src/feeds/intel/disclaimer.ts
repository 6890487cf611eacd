/** Every answer of the intelligence layer says this (interface 3.18). */
export const DISCLAIMER =
  'Classification of past and present market data only. A measurement, not a forecast, and not investment advice.'
