/**
 * A perl program that puts Landlock around itself and then becomes another program.
 *
 * Shape: its arguments are the number of `prctl` here, `-r` or `-w` before each path, `--`, the command and its
 * arguments. `-w` grants writing, `-r` reading; without any `-r` reading is not limited. On descriptor 3 it reports
 * `{"fault": …, "errno": …}` where it did not become that program, and nothing else. A fault of the kernel's has errno 0.
 *
 * L1. Less than version 3 is refused: files could still be truncated.
 * L2. Variables that make perl or the loader load code come under another name, and get theirs back for the command.
 * L3. A path is opened without following a link, so that one that was put there meanwhile grants nothing.
 *
 * Source: landlock(7); include/uapi/linux/landlock.h: system calls 444 to 446, the same on all architectures.
 */
export const LANDLOCK_PROGRAM = String.raw`
open(my $status, '>&=', 3) or exit 125;
sub fault { my ($text, $errno) = @_; $text =~ s/[^ -~]|["\\]/?/g; syswrite($status, sprintf('{"fault":"%s","errno":%d}', $text, $errno)); exit 125 }
my $prctl = shift @ARGV;
my $version = syscall(444, 0, 0, 1);
fault('this kernel has no Landlock, or does not allow it', 0) if $version < 0;
fault("this kernel has version $version of Landlock, and 3 is needed", 0) if $version < 3;
my (@read, @write);
while (@ARGV) {
  my $word = shift @ARGV;
  last if $word eq '--';
  push @{ $word eq '-r' ? \@read : \@write }, shift @ARGV;
}
my $reading = @read ? 1 << 2 | 1 << 3 : 0;
my $writing = 1 << 1 | 0x7ff0;
my $ofFiles = 1 << 1 | 1 << 2 | 1 << 14;
my $attributes = $version >= 6 ? pack('QQQ', $reading | $writing, 0, 3) : pack('Q', $reading | $writing);
my $ruleset = syscall(444, $attributes, length $attributes, 0);
fault("Landlock refused its rules: $!", 0) if $ruleset < 0;
sub grant {
  my ($path, $rights) = @_;
  # What is gone since it was listed gets no right.
  sysopen(my $place, $path, 0x2a0000) or ($! + 0 == 2 ? return : fault("$path: $!", 0));
  $rights &= $ofFiles unless -d $place;
  my $rule = pack('Ql', $rights, fileno $place);
  syscall(445, $ruleset, 1, $rule, 0) == 0 or fault("$path: $!", 0);
}
grant($_, $reading) for @read;
grant($_, $reading | $writing) for @write;
syscall($prctl, 38, 1, 0, 0, 0) == 0 or fault("no_new_privs: $!", 0);
syscall(446, $ruleset, 0) == 0 or fault("Landlock refused: $!", 0);
my @command = @ARGV;
/^WFMAP_KEPT_(.*)/s and $ENV{$1} = delete $ENV{$_} for keys %ENV;
exec { $command[0] } @command;
fault("$!", $! + 0);
`;
