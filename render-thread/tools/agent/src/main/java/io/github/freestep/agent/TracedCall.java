package io.github.freestep.agent;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One call of a traced method, which its class reports. */
@Name("io.github.freestep.Method")
@Label("Traced Method")
@Category({"Freestep", "Methods"})
@StackTrace(false)
public final class TracedCall extends Event {
    String type = "";
    String method = "";

    /** Begins a call. */
    public static TracedCall start() {
        TracedCall call = new TracedCall();
        call.begin();
        return call;
    }

    /** Ends this call. */
    public void ended(String type, String method) {
        end();
        if (shouldCommit()) {
            this.type = type;
            this.method = method;
            commit();
        }
    }
}
