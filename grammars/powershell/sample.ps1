using module ./Common.psm1
using namespace System.IO
Import-Module Pester
. ./helpers.ps1

$script:MaxRetries = 3

enum Level {
    Low
    High
}

class Report : BaseReport {
    [string]$Title
    [int]$Count = 0

    Report([string]$title) {
        $this.Title = $title
    }

    [string] Render() {
        return [Formatter]::Format($this.Title, (Get-Footer))
    }
}

function Get-Inventory {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [string]$Path,
        [Level]$Level = [Level]::Low
    )
    $items = Get-ChildItem -Path $Path | Where-Object { $_.Length -gt 0 }
    foreach ($item in $items) {
        Write-Report -Report ([Report]::new($item.Name))
    }
    Invoke-Retry -Action { Send-Items $items } -Times $script:MaxRetries
}

filter Select-Large { if ($_.Length -gt 1000) { $_ } }

Get-Inventory -Path .
