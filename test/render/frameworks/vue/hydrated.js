import { createSSRApp } from 'vue'
import Article from './Article.vue'

createSSRApp(Article, { page: JSON.parse(document.getElementById('page').textContent) }).mount('#root')
