@echo off
setlocal
set NODE_OPTIONS=
if "%UV_THREADPOOL_SIZE%"=="" set UV_THREADPOOL_SIZE=16
"%~dp0node.exe" --disable-sigusr1 "%~dp0clearfolder.mjs" %*
