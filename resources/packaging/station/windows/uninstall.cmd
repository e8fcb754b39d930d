@echo off
rem Removes the service. The record of what was sent, its keys and the settings stay in %ProgramData%\Clearfolder.
setlocal
"%~dp0clearfolder-service.exe" stop
"%~dp0clearfolder-service.exe" uninstall
