/**
 * learn/: small learners and how to tell whether they are any good. All of them are deterministic (chance comes from a
 * seed) and know nothing of pages and links: examples are numbers. Class 1 is what is wanted. For texts there are counts of
 * words on the Web at large, and the choice of terms by them.
 */
export { backgroundOf, loadBackground } from './background.js'
export type { BackgroundCounts, BackgroundTable } from './background.js'
export { buildBackground, WEB_1T_MAX } from './background-build.js'
export type { BackgroundSource } from './background-build.js'
export { confusionOf, groupedFolds, qualityOf, shareRange, stratifiedFolds } from './evaluation.js'
export type { Confusion, Quality } from './evaluation.js'
export { rowScore, svmScore, svmScores, trainSvm } from './linear-svm.js'
export type { LinearModel, SvmOptions } from './linear-svm.js'
export { trainMultinomial } from './multinomial-bayes.js'
export { CategoricalBayes } from './naive-bayes.js'
export { fitSigmoid, probabilityOf } from './platt.js'
export type { Sigmoid } from './platt.js'
export { logitOf, logOfNext, OnlineLogistic, sigmoid } from './online-logistic.js'
export type { LogisticOptions } from './online-logistic.js'
export { SparseLogistic } from './sparse-logistic.js'
export { createRandom, shuffle } from './random.js'
export type { RandomSource } from './random.js'
export { Reservoir } from './reservoir.js'
export { denseRows, pickRows, rowsOf } from './rows.js'
export type { Rows, SparseRow } from './rows.js'
export { DEFAULT_SELECTION, isKeptTerm, PAPER_SELECTION, termThreshold, termWorth } from './term-selection.js'
export type { TermSelection } from './term-selection.js'
