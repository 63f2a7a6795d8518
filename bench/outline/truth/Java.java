// Which types and methods of a Java project most other files use, as the Java compiler resolves names.
// java bench/outline/truth/Java.java FOLDER FILE... prints {"file\tname": files that use it} as JSON.
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.tools.ToolProvider;

public class Java {
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]).toAbsolutePath();
        List<Path> paths = Arrays.stream(args).skip(1).map(root::resolve).collect(Collectors.toList());
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, null);
        // What is missing of libraries is left unresolved, and is not of the project.
        JavacTask task = (JavacTask) compiler.getTask(
            null, files, diagnostic -> { }, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
        List<CompilationUnitTree> units = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) units.add(unit);
        task.analyze();
        Trees trees = Trees.instance(task);
        Map<String, Set<String>> users = new TreeMap<>();
        for (CompilationUnitTree unit : units) {
            String user = nameOf(root, unit);
            new TreePathScanner<Void, Void>() {
                @Override public Void visitIdentifier(IdentifierTree node, Void none) { use(); return super.visitIdentifier(node, none); }
                @Override public Void visitMemberSelect(MemberSelectTree node, Void none) { use(); return super.visitMemberSelect(node, none); }
                @Override public Void visitMemberReference(MemberReferenceTree node, Void none) { use(); return super.visitMemberReference(node, none); }
                @Override public Void visitNewClass(NewClassTree node, Void none) { use(); return super.visitNewClass(node, none); }
                private void use() {
                    Element element = trees.getElement(getCurrentPath());
                    if (element == null) return;
                    if (element.getKind() == ElementKind.CONSTRUCTOR) element = element.getEnclosingElement();
                    boolean isConstant = element.getKind() == ElementKind.FIELD
                        && element.getModifiers().contains(javax.lang.model.element.Modifier.STATIC);
                    if (!element.getKind().isClass() && !element.getKind().isInterface()
                        && element.getKind() != ElementKind.METHOD && !isConstant) return;
                    TreePath place = trees.getPath(element);
                    if (place == null) return;
                    String file = nameOf(root, place.getCompilationUnit());
                    if (file.equals(user)) return;
                    users.computeIfAbsent(file + "\\t" + element.getSimpleName(), key -> new HashSet<>()).add(user);
                }
            }.scan(unit, null);
        }
        System.out.println(users.entrySet().stream()
            .map(each -> "\"" + each.getKey() + "\":" + each.getValue().size())
            .collect(Collectors.joining(",", "{", "}")));
    }

    private static String nameOf(Path root, CompilationUnitTree unit) {
        return root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
    }
}
