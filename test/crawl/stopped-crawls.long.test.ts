import { COMPARED_FIRST, compareStoppedCrawls, RESUMABLE } from './stopped-crawls.js'

compareStoppedCrawls(RESUMABLE.filter(name => !COMPARED_FIRST.includes(name)))
