/** Every answer of the intelligence layer says this (interface 3.18). */
export const DISCLAIMER = 'Classification of measurements only. No advice, no forecast, no offer.'
