<?php

namespace App\Billing;

use App\Models\Invoice;
use function App\Support\money;
use App\Contracts\{Sender, Store as InvoiceStore};

require_once __DIR__ . '/bootstrap.php';

const RETRIES = 3;
define('DEBUG', false);

interface Exporter extends Sender
{
    public function export(Invoice $invoice): string;
}

trait Audits
{
    protected function audit(string $message): void
    {
        Log::info($message);
    }
}

enum Status: string
{
    case Open = 'open';
    case Paid = 'paid';
}

#[Injectable]
final class PdfExporter extends BaseExporter implements Exporter
{
    use Audits;

    public const MIME = 'application/pdf';
    private ?Renderer $renderer;

    public function __construct(private InvoiceStore $store)
    {
        parent::__construct($store);
        $this->renderer = new Renderer(self::MIME);
    }

    public function export(Invoice $invoice): string
    {
        $this->audit('export');
        $lines = array_map(fn ($line) => money($line->net()), $invoice->lines);
        if ($invoice->status === Status::Paid) {
            throw new \RuntimeException('paid');
        }
        return $this->renderer?->render($lines) ?? static::fallback();
    }
}

function invoice_path(Invoice $invoice): string
{
    return storage_path("invoices/{$invoice->id}");
}

$handler = function (Request $request) use ($store) {
    return $store->find($request->id);
};
