export { cumulativeShare, plotCurves, type Curve, type PlotOptions } from './terminal-plot.js'
