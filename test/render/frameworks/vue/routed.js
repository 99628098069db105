import { createApp, h } from 'vue'
import { createRouter, createWebHistory, RouterView } from 'vue-router'

const component = () => import('./Page.vue')
const routes = [
  { path: '/', component },
  { path: '/p:number(\\d+)', component },
]
const router = createRouter({ history: createWebHistory(), routes })
createApp({ render: () => h(RouterView) })
  .use(router)
  .mount('#app')
