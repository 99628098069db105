/**
 * learn/: small learners and how to tell whether they are any good. All of them are deterministic (chance comes from a
 * seed) and know nothing of pages and links: examples are numbers. Class 1 is what is wanted.
 */
export { confusionOf, crossValidate, qualityOf, stratifiedFolds } from './evaluation.js'
export type { Confusion, Quality } from './evaluation.js'
export { svmScore, svmScores, trainSvm } from './linear-svm.js'
export type { LinearModel, SvmOptions } from './linear-svm.js'
export { CategoricalBayes } from './naive-bayes.js'
export { fitSigmoid, probabilityOf } from './platt.js'
export type { Sigmoid } from './platt.js'
export { logitOf, OnlineLogistic, sigmoid } from './online-logistic.js'
export type { LogisticOptions } from './online-logistic.js'
export { createRandom, shuffle } from './random.js'
export type { Random } from './random.js'
export { Reservoir } from './reservoir.js'
export { denseRows, pickRows, rowsOf } from './rows.js'
export type { Rows, SparseRow } from './rows.js'
