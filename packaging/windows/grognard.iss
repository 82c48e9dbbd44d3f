; The installer of Windows, by Inno Setup 6: iscc /DVersion=1.0.0 grognard.iss
; Read, but not tried on Windows. It needs no administrator: it installs for whoever runs it.

#ifndef Version
  #error Say which version: iscc /DVersion=1.0.0 grognard.iss
#endif
#define Numbers Copy(Version, 1, Pos("rc", Version + "rc") - 1)

[Setup]
AppId={{6C0B8F0E-6B0B-4A5E-9E0F-4B8D1A1E1859}
AppName=Grognard
AppVersion={#Version}
AppVerName=Grognard {#Version}
AppPublisher=The Grognard authors
VersionInfoVersion={#Numbers}
DefaultDirName={autopf}\Grognard
DefaultGroupName=Grognard
DisableProgramGroupPage=yes
LicenseFile=..\..\LICENSE
OutputBaseFilename=Grognard-{#Version}-setup
SetupIconFile=..\build\icons\grognard.ico
UninstallDisplayIcon={app}\grognardw.exe
UninstallDisplayName=Grognard
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "it"; MessagesFile: "compiler:Languages\Italian.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked

[Files]
Source: "..\dist\grognard\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "..\build\icons\game.ico"; DestDir: "{app}"; Flags: ignoreversion
Source: "..\build\icons\battle.ico"; DestDir: "{app}"; Flags: ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Grognard"; Filename: "{app}\grognardw.exe"
Name: "{autodesktop}\Grognard"; Filename: "{app}\grognardw.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.grognard"; ValueType: string; ValueData: "Grognard.game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Grognard.game"; ValueType: string; ValueData: "Grognard saved game"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Grognard.game\DefaultIcon"; ValueType: string; ValueData: "{app}\game.ico"
Root: HKA; Subkey: "Software\Classes\Grognard.game\shell\open\command"; ValueType: string; ValueData: """{app}\grognardw.exe"" play ""%1"""
Root: HKA; Subkey: "Software\Classes\.battle"; ValueType: string; ValueData: "Grognard.battle"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Grognard.battle"; ValueType: string; ValueData: "Grognard scenario"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Grognard.battle\DefaultIcon"; ValueType: string; ValueData: "{app}\battle.ico"
Root: HKA; Subkey: "Software\Classes\Grognard.battle\shell\open\command"; ValueType: string; ValueData: """{app}\grognardw.exe"" play ""%1"""
Root: HKA; Subkey: "Software\Classes\Grognard.battle\shell\edit\command"; ValueType: string; ValueData: """{app}\grognardw.exe"" edit ""%1"""

[Run]
Filename: "{app}\grognardw.exe"; Description: "{cm:LaunchProgram,Grognard}"; Flags: nowait postinstall skipifsilent
