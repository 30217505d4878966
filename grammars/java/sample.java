package com.example.billing;

import java.util.List;
import static com.example.util.Checks.notNull;
import com.example.model.*;

/** Sends invoices. */
@Service
public class InvoiceService extends BaseService<Invoice> implements Sender, Closeable {
    public static final int MAX_RETRIES = 3;
    private final InvoiceStore store;
    private List<Rule> rules = new ArrayList<>();

    public InvoiceService(InvoiceStore store) {
        super(store);
        this.store = notNull(store);
    }

    @Override
    public Receipt send(Invoice invoice) throws SendException {
        for (Rule rule : rules) {
            rule.check(invoice);
        }
        Mailer.instance().deliver(invoice.address(), Templates.INVOICE);
        rules.forEach(this::audit);
        return new Receipt(invoice.id(), Status.SENT);
    }

    static class Builder {
        Builder with(Rule rule) { return this; }
    }
}

interface Sender {
    Receipt send(Invoice invoice) throws SendException;
}

enum Status { NEW, SENT("s"); Status(String... code) {} }

record Receipt(long id, Status status) {
    Receipt { Checks.positive(id); }
}

@interface Audited {
    String value() default "";
}
