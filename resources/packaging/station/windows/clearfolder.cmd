@echo off
rem Clearfolder of this machine. Without --data, commands speak of the station of the service.
setlocal
set NODE_OPTIONS=
if "%UV_THREADPOOL_SIZE%"=="" set UV_THREADPOOL_SIZE=16
"%~dp0node.exe" --disable-sigusr1 "%~dp0out\main\station.js" %*
