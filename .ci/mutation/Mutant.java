import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A change of a file: what stands between two offsets becomes another text. */
record Mutant(Path file, long line, int from, int to, String text) {
    private static final Map<Tree.Kind, String> OPPOSITE = Map.ofEntries(
            Map.entry(Tree.Kind.LESS_THAN, "<="),
            Map.entry(Tree.Kind.LESS_THAN_EQUAL, "<"),
            Map.entry(Tree.Kind.GREATER_THAN, ">="),
            Map.entry(Tree.Kind.GREATER_THAN_EQUAL, ">"),
            Map.entry(Tree.Kind.EQUAL_TO, "!="),
            Map.entry(Tree.Kind.NOT_EQUAL_TO, "=="),
            Map.entry(Tree.Kind.CONDITIONAL_AND, "||"),
            Map.entry(Tree.Kind.CONDITIONAL_OR, "&&"),
            Map.entry(Tree.Kind.PLUS, "-"),
            Map.entry(Tree.Kind.MINUS, "+"),
            Map.entry(Tree.Kind.MULTIPLY, "/"),
            Map.entry(Tree.Kind.DIVIDE, "*"),
            Map.entry(Tree.Kind.AND, "|"),
            Map.entry(Tree.Kind.OR, "&"));

    /** Returns all mutants on the given lines of a file. */
    static List<Mutant> of(Path file, Set<Long> lines) throws IOException {
        Finder finder = new Finder(file, Files.readString(file), lines);
        finder.scan(finder.unit, null);
        return finder.found;
    }

    String source() throws IOException {
        String source = Files.readString(file);
        return source.substring(0, from) + text + source.substring(to);
    }

    String what() throws IOException {
        String before = Files.readString(file).substring(from, to).replaceAll("\\s+", " ");
        return text.isBlank() ? "without " + before : before + " becomes " + text.replaceAll("\\s+", " ");
    }

    static JavaFileObject unit(Path file, String source) {
        return new SimpleJavaFileObject(URI.create("string:///" + file.getFileName()), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    private static final class Finder extends TreeScanner<Void, Void> {
        private static final Pattern OPERATOR = Pattern.compile("\\s*([<>=!&|+*/-]+)\\s*");

        private final Path file;
        private final String source;
        private final Set<Long> lines;
        private final SourcePositions positions;
        final CompilationUnitTree unit;
        final List<Mutant> found = new ArrayList<>();

        Finder(Path file, String source, Set<Long> lines) throws IOException {
            this.file = file;
            this.source = source;
            this.lines = lines;
            JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                    .getTask(Writer.nullWriter(), null, null, List.of("-proc:none"), null, List.of(unit(file, source)));
            unit = task.parse().iterator().next();
            positions = Trees.instance(task).getSourcePositions();
        }

        private int start(Tree tree) {
            return (int) positions.getStartPosition(unit, tree);
        }

        private int end(Tree tree) {
            return (int) positions.getEndPosition(unit, tree);
        }

        private void add(int from, int to, String text) {
            long line = unit.getLineMap().getLineNumber(from);
            if (lines.contains(line)) {
                found.add(new Mutant(file, line, from, to, text));
            }
        }

        private void negate(ExpressionTree condition) {
            // Not within another negation, whose own mutant does the same, and which would be two of one.
            if (condition.getKind() != Tree.Kind.LOGICAL_COMPLEMENT) {
                // The parentheses of a statement belong to its condition.
                String text = source.substring(start(condition), end(condition));
                boolean isStatement = condition.getKind() == Tree.Kind.PARENTHESIZED;
                add(start(condition), end(condition), isStatement ? "(!" + text + ")" : "!(" + text + ")");
            }
        }

        @Override
        public Void visitIf(IfTree tree, Void none) {
            negate(tree.getCondition());
            return super.visitIf(tree, none);
        }

        @Override
        public Void visitWhileLoop(WhileLoopTree tree, Void none) {
            negate(tree.getCondition());
            return super.visitWhileLoop(tree, none);
        }

        @Override
        public Void visitConditionalExpression(ConditionalExpressionTree tree, Void none) {
            negate(tree.getCondition());
            return super.visitConditionalExpression(tree, none);
        }

        /** Without the update of a loop, it mostly never ends, which takes long to find. */
        @Override
        public Void visitForLoop(ForLoopTree tree, Void none) {
            scan(tree.getInitializer(), none);
            scan(tree.getCondition(), none);
            return scan(tree.getStatement(), none);
        }

        @Override
        public Void visitBinary(BinaryTree tree, Void none) {
            String opposite = OPPOSITE.get(tree.getKind());
            int from = end(tree.getLeftOperand());
            // A comment between the operands hides the operator.
            Matcher operator = OPERATOR.matcher(source.substring(from, start(tree.getRightOperand())));
            if (opposite != null && operator.matches() && !joinsText(tree)) {
                add(from + operator.start(1), from + operator.end(1), opposite);
            }
            return super.visitBinary(tree, none);
        }

        private static boolean joinsText(Tree tree) {
            return tree instanceof LiteralTree literal && literal.getValue() instanceof String
                    || tree instanceof BinaryTree binary
                            && (joinsText(binary.getLeftOperand()) || joinsText(binary.getRightOperand()));
        }

        @Override
        public Void visitUnary(UnaryTree tree, Void none) {
            if (tree.getKind() == Tree.Kind.LOGICAL_COMPLEMENT) {
                add(start(tree), start(tree.getExpression()), " ");
            }
            return super.visitUnary(tree, none);
        }

        @Override
        public Void visitLiteral(LiteralTree tree, Void none) {
            String text = source.substring(start(tree), end(tree));
            if (tree.getValue() instanceof Boolean value) {
                add(start(tree), end(tree), value ? "false" : "true");
            } else if (tree.getValue() instanceof Number value) {
                // In one double, a value that is one more may be in the noise.
                boolean isWhole = value instanceof Integer || value instanceof Long;
                add(start(tree), end(tree), isWhole ? "(" + text + " + 1)" : "(" + text + " * 2 + 1)");
            }
            return super.visitLiteral(tree, none);
        }

        @Override
        public Void visitExpressionStatement(ExpressionStatementTree tree, Void none) {
            ExpressionTree inner = tree.getExpression();
            boolean isCall = inner instanceof MethodInvocationTree call
                    && !call.getMethodSelect().toString().matches("(.*\\.)?(super|this)");
            if (isCall
                    || inner instanceof AssignmentTree
                    || inner instanceof CompoundAssignmentTree
                    || inner instanceof UnaryTree) {
                add(start(inner), end(inner), "");
            }
            return super.visitExpressionStatement(tree, none);
        }

        /** The texts of exceptions are no rules. */
        @Override
        public Void visitThrow(ThrowTree tree, Void none) {
            return null;
        }
    }
}
