import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NATIVE_APP } from '@quizmaster/contract/native-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOBILE, ROOT } from './capacitor.ts'
import { type Expected, RULES } from './project-rules.ts'
import { Projects } from './projects.ts'

let folder: string
let expected: Expected

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mobile-'))
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const { origin } = JSON.parse(await readFile(join(MOBILE, 'site.json'), 'utf8')) as { origin: string }
  const components = NATIVE_APP.linkPaths.map((path) => ({ '/': path }))
  expected = {
    version,
    siteHost: new URL(origin).host,
    origins: ['https://localhost', 'capacitor://localhost'],
    assetLinks: [{ target: { package_name: NATIVE_APP.id } }],
    appleLinks: { applinks: { details: [{ appIDs: [`ABCDE12345.${NATIVE_APP.id}`], components }] } },
    plugins: { web: ['@capacitor/app'], mobile: ['@capacitor/app'] },
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the committed projects follow every rule', () => {
  const problems = Object.entries(RULES).flatMap(([name, rule]) =>
    rule(new Projects(MOBILE), expected).map((problem) => `${name}: ${problem}`),
  )
  expect(problems).toEqual([])
})

const MANIFEST = 'android/app/src/main/AndroidManifest.xml'
const XCODE = 'ios/App/App.xcodeproj/project.pbxproj'

test.each<[rule: string, file: string, from: string, to: string]>([
  ['id, name and version', 'capacitor.config.json', 'app.quizmaster', 'app.other'],
  ['id, name and version', 'android/app/build.gradle', 'applicationId "app.quizmaster"', 'applicationId "app.other"'],
  ['id, name and version', XCODE, 'MARKETING_VERSION = ', 'MARKETING_VERSION = 9'],
  ['id, name and version', XCODE, 'SITE_HOST = ', 'SITE_HOST = other.'],
  ['permissions', MANIFEST, '</manifest>', '<uses-permission android:name="android.permission.CAMERA" /></manifest>'],
  ['permissions', MANIFEST, 'android:allowBackup="false"', 'android:allowBackup="true"'],
  ['permissions', 'ios/App/App/Info.plist', '<dict>', '<dict><key>NSCameraUsageDescription</key><string>x</string>'],
  ['links that open in the app', MANIFEST, 'android:autoVerify="true"', 'android:autoVerify="false"'],
  ['links that open in the app', MANIFEST, '/base/login', '/base'],
  ['links that open in the app', 'ios/App/App/App.entitlements', 'applinks:', 'webcredentials:'],
  ['links that open in the app', XCODE, 'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;', ''],
  ['origins', 'capacitor.config.json', '"androidScheme": "https"', '"androidScheme": "http"'],
  ['privacy manifest', 'ios/App/App/PrivacyInfo.xcprivacy', '<false/>', '<true/>'],
  ['privacy manifest', XCODE, 'PrivacyInfo.xcprivacy in Resources', 'PrivacyInfo.xcprivacy'],
  ['privacy manifest', 'ios/App/App/PrivacyInfo.xcprivacy', 'C617.1', '3B52.1'],
  ['privacy manifest', 'ios/App/App/PrivacyInfo.xcprivacy', 'CustomerSupport', 'PhotosorVideos'],
  ['privacy manifest', 'store/README.md', '`CrashData`', ''],
  ['files that can be shared', MANIFEST, '${applicationId}.fileprovider', 'other.fileprovider'],
  ['files that can be shared', 'android/app/src/main/res/xml/file_paths.xml', 'path="shared/"', 'path="."'],
  ['Android resources', 'android/app/src/main/res/values/styles.xml', '@drawable/splash_mark', '@drawable/other'],
  [
    'icons and splash screens',
    'android/app/src/main/res/mipmap-anydpi-v26/ic_launcher.xml',
    '<monochrome',
    '<foreground',
  ],
  ['icons and splash screens', 'ios/App/App/Assets.xcassets/SplashMark.imageset/Contents.json', 'mark.svg', 'gone.svg'],
  ['plugins', 'android/capacitor.settings.gradle', '@capacitor/app/', '@capacitor/apps/'],
  [
    'store texts and pictures',
    'store/ios/subtitle.txt',
    'Quiz',
    'A quiz that is far too long for the line below the name',
  ],
  ['store texts and pictures', 'store/android/feature-1024x500.png', 'IHDR\0\0\x04\0', 'IHDR\0\0\x04\x01'],
])('%s: a change of %s is noticed (%s)', async (name, file, from, to) => {
  const copy = await mkdtemp(join(folder, 'copy-'))
  const isWanted = (path: string) => !/\/(www|public|node_modules|build)$/.test(path)
  await cp(MOBILE, copy, { recursive: true, filter: isWanted })
  const encoding = file.endsWith('.png') ? 'latin1' : 'utf8'
  const text = await readFile(join(copy, file), encoding)
  expect(text).toContain(from)
  await writeFile(join(copy, file), text.replaceAll(from, to), encoding)
  expect(RULES[name]?.(new Projects(copy), expected)).not.toEqual([])
})
