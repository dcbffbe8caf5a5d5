package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A strict JSON parser that fails on anything else: an independent check of the writer. */
public final class JsonReader {
    private final String text;
    private int at;

    public JsonReader(String text) {
        this.text = text;
    }

    /** Returns the value of the whole text, as maps, lists, strings, booleans and doubles; NaN for null. */
    public Object all() {
        Object value = value();
        space();
        if (at < text.length()) {
            throw wrong("the end");
        }
        return value;
    }

    private Object value() {
        space();
        switch (text.charAt(at)) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            default:
                return bare();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        if (empty('}')) {
            return members;
        }
        do {
            space();
            String name = string();
            expect(':');
            members.put(name, value());
        } while (more('}'));
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        expect('[');
        if (empty(']')) {
            return elements;
        }
        do {
            elements.add(value());
        } while (more(']'));
        return elements;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        expect('"');
        for (char c; (c = text.charAt(at++)) != '"'; ) {
            if (c < ' ') {
                throw wrong("an escaped character");
            }
            string.append(c == '\\' ? escaped() : c);
        }
        return string.toString();
    }

    private char escaped() {
        char c = text.charAt(at++);
        if (c == 'u') {
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        if (c != '"' && c != '\\') {
            throw wrong("an escape");
        }
        return c;
    }

    private Object bare() {
        int from = at;
        while (at < text.length() && "+-.0123456789Eaeflnrstu".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String bare = text.substring(from, at);
        if (bare.equals("null")) {
            return Double.NaN;
        }
        if (bare.equals("true") || bare.equals("false")) {
            return Boolean.valueOf(bare);
        }
        if (!bare.matches("-?(0|[1-9]\\d*)(\\.\\d+)?(E-?\\d+)?")) {
            throw wrong("a number");
        }
        return Double.valueOf(bare);
    }

    private boolean empty(char end) {
        space();
        boolean empty = text.charAt(at) == end;
        at += empty ? 1 : 0;
        return empty;
    }

    private boolean more(char end) {
        space();
        if (text.charAt(at) == ',') {
            at++;
            return true;
        }
        expect(end);
        return false;
    }

    private void expect(char c) {
        if (text.charAt(at) != c) {
            throw wrong("" + c);
        }
        at++;
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("expected " + expected + " at " + at + " of " + text);
    }
}
