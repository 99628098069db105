import '@angular/compiler'
import { provideHttpClient } from '@angular/common/http'
import { Component, provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { provideRouter, RouterOutlet, type Routes } from '@angular/router'

const loadComponent = () => import('./page.mts').then(({ Page }) => Page)
const routes: Routes = [
  { path: '', loadComponent },
  { path: ':page', loadComponent },
]

@Component({ selector: 'app-root', imports: [RouterOutlet], template: '<router-outlet />' })
class Root {}

void bootstrapApplication(Root, {
  providers: [provideHttpClient(), provideRouter(routes), provideZonelessChangeDetection()],
})
